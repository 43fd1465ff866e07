// `rosc watch` against a simulated switch: what it prints and serves while somebody changes the device.

import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { main } from '../../src/cli.ts';
import { startServer } from '../../src/device/sim/server.ts';
import { createSimulator, type Simulator } from '../../src/device/sim/simulator.ts';
import { leapingClock } from '../support/leaping-clock.ts';
import { memoryIo } from '../support/memory-io.ts';
import { projectRoot } from '../support/project-root.ts';
import { left, packet, right } from '../support/sim-rig.ts';
import { targetOf } from '../support/sim-target.ts';
import { pause, until } from '../support/until.ts';

const rig = join(projectRoot, 'fixtures/sites/rig/site.yaml');

let clock = leapingClock();
let simulator: Simulator;
let close: (() => Promise<void>) | undefined;

afterEach(async () => {
  await close?.();
  close = undefined;
});

async function start(model = 'CRS326-24G-2S+'): Promise<string> {
  clock = leapingClock();
  simulator = createSimulator({ target: targetOf(model, '7.14.3'), clock: clock.ofDevices });
  const server = await startServer(simulator, { host: '127.0.0.1', port: 0 });
  close = () => server.close();
  return `core=api://admin@127.0.0.1:${server.port}`;
}

function run(...argv: readonly string[]) {
  const io = memoryIo({ env: { ROSC_PASSWORD: '' }, clock });
  const ended = main(['watch', rig, ...argv], io);
  const events = () =>
    io
      .out()
      .split('\n')
      .flatMap((line): readonly Record<string, unknown>[] => (line === '' ? [] : [JSON.parse(line)]));
  /** Waits until an event of that kind is there. */
  const event = async (kind: string, count = 1): Promise<Record<string, unknown>> =>
    until(() => events().filter((each) => each.kind === kind)[count - 1]);
  return { io, ended, event };
}

test('follows a device through a change by somebody else, a packet and its end', async () => {
  const device = await start();
  const apply = memoryIo({ env: { ROSC_PASSWORD: '' }, cwd: '/nowhere', clock });
  expect(await main(['apply', rig, '--device', device, '--yes', '--quiet'], apply)).toBe(0);
  const { io, ended, event } = run('--device', device, '--interval', '1s', '--drift-interval', '1s', '--json');
  const { metrics } = await event('ready');
  expect(await event('reached')).toMatchObject({ device: 'core', routeros: '7.14.3', drift: 0 });
  simulator.attach(left);
  simulator.attach(right);
  simulator.inject(packet(left, right, { protocol: 'udp' }));
  simulator.run('/ip/address set [find address="10.0.3.1/24"] disabled=yes');
  expect(await event('drift')).toMatchObject({
    changes: 1,
    appeared: ['set /ip/address 10.0.3.1/24 right (disabled)'],
  });
  const text = await (await fetch(String(metrics))).text();
  expect(text).toContain('rosc_device_up{device="core"} 1\n');
  expect(text).toContain('rosc_drift_changes{device="core"} 1\n');
  expect(text).toMatch(/^rosc_port_bytes_total\{device="core",port="sfp-sfpplus1",direction="receive"\} 500$/m);
  expect(text).toMatch(/^rosc_l3hw_routes\{device="core",family="ipv4",datapath="hardware"\} \d+$/m);
  // It goes down, and stays down: one that is back before the next look was never lost.
  simulator.reboot();
  await close?.();
  close = undefined;
  expect(await event('lost')).toMatchObject({ device: 'core' });
  io.interrupt();
  expect(await ended).toBe(0);
  await expect(fetch(String(metrics))).rejects.toThrow();
});

test('tells how warm a device is, and that it is too warm', async () => {
  const device = await start();
  simulator.run('/system/health/settings set fan-full-speed-temp=65');
  simulator.feel('cpu-temperature', '71', 'C');
  const { io, ended, event } = run('--device', device, '--json');
  const { metrics } = await event('ready');
  expect(await event('health')).toMatchObject({ sensor: 'cpu-temperature', alarm: 'hot' });
  await event('reached');
  const text = await (await fetch(String(metrics))).text();
  expect(text).toContain('rosc_temperature_celsius{device="core",sensor="cpu-temperature"} 71\n');
  expect(text).toContain('rosc_health_alarms{device="core",kind="hot"} 1\n');
  io.interrupt();
  expect(await ended).toBe(0);
});

test('a device of another model is said once', async () => {
  const device = await start('CRS309-1G-8S+');
  const { io, ended, event } = run('--device', device, '--interval', '1s', '--json');
  const { metrics } = await event('ready');
  expect(await event('lost')).toMatchObject({ code: 'plan/other-model' });
  // The second look comes to the same.
  const looks = async () => Number(/failure"\} (\d+)/.exec(await (await fetch(String(metrics))).text())?.[1]);
  while ((await looks()) < 2) await pause(100);
  io.interrupt();
  expect(await ended).toBe(0);
  expect(io.out().match(/"kind":"lost"/g)).toHaveLength(1);
});

test('metrics answer to their own host name only', async () => {
  const device = await start();
  const { io, ended, event } = run('--device', device, '--json');
  const url = String((await event('ready')).metrics);
  expect((await fetch(url.replace('/metrics', '/'))).status).toBe(404);
  expect((await fetch(url, { method: 'POST' })).status).toBe(405);
  expect((await fetch(url, { headers: { origin: 'http://evil.example' } })).status).toBe(403);
  io.interrupt();
  expect(await ended).toBe(0);
});

test('beyond this machine only with a token', async () => {
  const io = memoryIo({ env: { ROSC_PASSWORD: '' } });
  expect(await main(['watch', rig, '--listen', '0.0.0.0:0'], io)).toBe(64);
  expect(io.err()).toContain('give --token-file FILE or set ROSC_WATCH_TOKEN');
  const device = await start();
  const guarded = memoryIo({
    env: { ROSC_PASSWORD: '', ROSC_WATCH_TOKEN: 'a-token-of-24-letters-xx' },
    clock,
  });
  const ended = main(['watch', rig, '--listen', '0.0.0.0:0', '--device', device, '--json'], guarded);
  await until(() => guarded.out().includes('metrics'));
  const { metrics } = JSON.parse(guarded.out().split('\n')[0] ?? '');
  const url = String(metrics).replace('0.0.0.0', '127.0.0.1');
  expect((await fetch(url)).status).toBe(401);
  const authorization = 'Bearer a-token-of-24-letters-xx';
  expect((await fetch(url, { headers: { authorization } })).status).toBe(200);
  guarded.interrupt();
  expect(await ended).toBe(0);
});

test.each([
  [['--interval', '10ms'], 'one second or more'],
  [['--listen', 'nowhere'], '--listen takes HOST:PORT'],
  [['--token-file', 'no-such-file'], 'cannot be read'],
])('%j is a mistake', async (argv, said) => {
  const io = memoryIo();
  expect(await main(['watch', rig, ...argv], io)).toBe(64);
  expect(io.err()).toContain(said);
});

test('a device that nobody knows where to find', async () => {
  const io = memoryIo({ env: { ROSC_PASSWORD: '' } });
  expect(await main(['watch', rig, '--json'], io)).toBe(1);
  expect(JSON.parse(io.out()).diagnostics[0].code).toBe('device/url-missing');
});
