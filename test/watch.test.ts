// `rosc watch`: what it prints, serves and asks of a device, from one look to months of them.

import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import type { CheckLine } from '../src/apply/check.ts';
import { main } from '../src/cli.ts';
import type { Counters } from '../src/device/counters.ts';
import { type Device, DeviceError } from '../src/device/device.ts';
import { startServer } from '../src/device/sim/server.ts';
import { createSimulator, type Simulator } from '../src/device/sim/simulator.ts';
import type { Diagnostic, Staged } from '../src/diagnostics/diagnostic.ts';
import { renderWatchEvent, watchEventJson } from '../src/report/watch.ts';
import { eventsOf, reachedEvent } from '../src/watch/events.ts';
import { follow } from '../src/watch/follow.ts';
import { cpuShares, lost, seen, unseen } from '../src/watch/follow-state.ts';
import { metricsText } from '../src/watch/metrics.ts';
import type { Sighting } from '../src/watch/sighting.ts';
import { memoryIo, projectRoot } from './support/memory-io.ts';
import { realClock } from './support/real-clock.ts';
import { left, packet, right } from './support/sim-rig.ts';
import { targetOf } from './support/sim-target.ts';

const rig = join(projectRoot, 'fixtures/sites/rig/site.yaml');
const atMs = Date.UTC(2026, 0, 2, 3, 4, 5);

const route: CheckLine = {
  check: 'post-check/route-not-offloaded',
  subject: 'route 198.51.100.0/24',
  expected: 'H: may be routed by the chip',
  observed: 'H',
  command: '/ip/route/print',
  proof: 'candidate',
  at: { menu: '/ip/route', key: '198.51.100.0/24' },
};
const queue: CheckLine = { ...route, subject: 'route queue', expected: 'empty', observed: 'empty', proof: 'proved' };

function counters(sfpReceived: number, sfpToCpu: number): Counters {
  const port = { name: 'sfp-sfpplus1', rxBytes: sfpReceived, txBytes: 500, cpuRxBytes: sfpToCpu, cpuTxBytes: 0 };
  return {
    device: 'core',
    atMs,
    ports: [port, { name: 'ether1', rxBytes: 7, txBytes: 0 }],
    hardware: {
      'ipv4-routes-hw': 12,
      'ipv4-routes-cpu': 3,
      'ipv4-hosts': 2,
      'route-queue-size': 1,
      'nexthop-usage': 4,
    },
  };
}

function sighting(more: Partial<Sighting> = {}): Sighting {
  return {
    atMs,
    identity: { name: 'core', model: 'CRS326-24G-2S+', serial: 'SIM1', routeros: '7.18.2' },
    counters: counters(1000, 10),
    lines: [queue, route],
    drift: {
      atMs,
      changes: [],
      capacity: [{ resource: 'acl-rules', used: 14, dynamic: 2, size: 128, bound: 'exact' }],
    },
    ...more,
  };
}

describe('events', () => {
  const foreign = {
    action: 'set',
    menu: '/ip/address',
    key: '192.0.2.1/24',
    properties: [{ name: 'disabled', before: 'yes', after: 'no' }],
    phase: 'ports',
    disruption: 'none',
    because: '',
  } as const;

  test('the first look says how the device is, and what is wrong', () => {
    const broken = sighting({ lines: [queue, { ...route, observed: 'no H', proof: 'not-offloaded' }] });
    const events = [reachedEvent('core', broken), ...eventsOf('core', undefined, broken)];
    expect(events.map((event) => renderWatchEvent(event)).join('')).toMatchInlineSnapshot(`
      "2026-01-02T03:04:05Z core CRS326-24G-2S+, RouterOS 7.18.2: 1 not as expected (1 proved), no drift
      2026-01-02T03:04:05Z core route 198.51.100.0/24: no H, expected H: may be routed by the chip; see \`/ip/route/print\`
      "
    `);
    expect(JSON.parse(watchEventJson(events[1] ?? reachedEvent('core', broken)))).toMatchObject({
      time: '2026-01-02T03:04:05.000Z',
      kind: 'offload',
      observed: 'no H',
      proof: 'not-offloaded',
    });
  });

  test('a change of what is proved is one, numbers that move are none', () => {
    const before = sighting({ lines: [{ ...queue, observed: '12 waiting' }, route] });
    const moved = sighting({ lines: [{ ...queue, observed: '13 waiting' }, route] });
    expect(eventsOf('core', before, moved)).toEqual([]);
    const gone = sighting({ lines: [queue, { ...route, observed: 'no H', proof: 'not-offloaded' }] });
    expect(eventsOf('core', sighting(), gone)).toMatchObject([{ kind: 'offload', before: 'H', observed: 'no H' }]);
  });

  test('drift comes and goes', () => {
    const drifted = sighting({ drift: { ...sighting().drift, changes: [foreign] } });
    const text = [...eventsOf('core', sighting(), drifted), ...eventsOf('core', drifted, sighting())];
    expect(text.map((event) => renderWatchEvent(event)).join('')).toMatchInlineSnapshot(`
      "2026-01-02T03:04:05Z core drift: a plan would set /ip/address 192.0.2.1/24 (disabled)
      2026-01-02T03:04:05Z core a plan would hold 1 change
      2026-01-02T03:04:05Z core mended: set /ip/address 192.0.2.1/24 (disabled)
      2026-01-02T03:04:05Z core no drift any more
      "
    `);
  });
});

describe('metrics', () => {
  test('have names, units and types after the conventions', async () => {
    const states = [
      seen(seen(unseen('core'), sighting(), 80), sighting({ counters: counters(3000, 510) }), 120),
      lost(seen(unseen('edge'), sighting(), 80)),
    ];
    const { text, contentType } = await metricsText(states);
    expect(contentType).toBe('text/plain; version=0.0.4; charset=utf-8');
    await expect(text).toMatchFileSnapshot('../fixtures/watch/metrics.txt');
  });

  test('a share needs two looks, traffic, and counters that did not begin anew', () => {
    const first = seen(unseen('core'), sighting(), 1);
    const then = (received: number, toCpu: number) =>
      cpuShares(seen(first, sighting({ counters: counters(received, toCpu) }), 1));
    expect(cpuShares(first)).toEqual([]);
    expect(then(3000, 510)).toEqual([{ port: 'sfp-sfpplus1', direction: 'receive', share: 0.25 }]);
    expect(then(1000, 10)).toEqual([]);
    expect(then(200, 0)).toEqual([]);
    expect(cpuShares(seen(lost(first), sighting({ counters: counters(3000, 510) }), 1))).toEqual([]);
  });
});

describe('following', () => {
  /** A device whose looks come to what `looks` says, one after the other, and the pauses between them. */
  async function followThrough(looks: readonly ('fine' | 'slow' | 'mistaken' | DeviceError['kind'])[]) {
    const said: string[] = [];
    const stop = new AbortController();
    let now = 0;
    let next = 0;
    let connections = 0;
    const look = async (_: Device, isNew: boolean): Promise<Staged<Sighting | undefined>> => {
      const what = looks[next++] ?? 'aborted';
      said.push(`${isNew ? 'first ' : ''}look`);
      if (next >= looks.length) stop.abort();
      now += what === 'slow' ? 20_000 : 1000;
      if (what === 'mistaken') return { value: undefined, diagnostics: [mistaken] };
      if (what !== 'fine' && what !== 'slow') throw new DeviceError(what, what);
      return { value: sighting(), diagnostics: [] };
    };
    await follow({
      device: 'core',
      connect: async () => {
        connections += 1;
        return { ...nobody, close: async () => void said.push('close') };
      },
      look,
      clock: {
        now: () => now,
        sleep: async (ms) => {
          said.push(`wait ${ms / 1000}`);
          now += ms;
        },
      },
      intervalMs: 30_000,
      signal: stop.signal,
      onSighting: () => undefined,
      onLoss: ({ code }, retryMs) => said.push(`${code}, again in ${retryMs / 1000}`),
    });
    return { said, connections };
  }

  test('one look at a time, over one connection', async () => {
    const { said, connections } = await followThrough(['fine', 'fine', 'fine']);
    expect(said).toEqual(['first look', 'wait 29', 'look', 'wait 29', 'look', 'close']);
    expect(connections).toBe(1);
  });

  test('a device that answers slowly is asked less often', async () => {
    const { said } = await followThrough(['slow', 'fine', 'fine']);
    expect(said).toEqual(['first look', 'wait 180', 'look', 'wait 29', 'look', 'close']);
  });

  test('an idle connection that is gone is no loss', async () => {
    const { said } = await followThrough(['fine', 'connection-lost', 'fine', 'fine']);
    expect(said).toEqual(['first look', 'wait 29', 'look', 'close', 'first look', 'wait 28', 'look', 'close']);
  });

  test('a device that is away is tried less and less often, up to five minutes', async () => {
    const away = Array.from({ length: 6 }, () => 'unreachable' as const);
    const { said } = await followThrough([...away, 'fine', 'fine']);
    expect(said.filter((words) => words.startsWith('device/'))).toEqual(
      [30, 60, 120, 240, 300, 300].map((seconds) => `device/unreachable, again in ${seconds}`),
    );
  });

  test('a device that is not the one of the site is a loss too', async () => {
    const { said } = await followThrough(['mistaken', 'fine']);
    expect(said[1]).toBe('close');
    expect(said[2]).toBe('plan/other-model, again in 30');
  });
});

describe('the command', () => {
  let simulator: Simulator;
  let close: (() => Promise<void>) | undefined;

  afterEach(async () => {
    await close?.();
    close = undefined;
  });

  async function start(model = 'CRS326-24G-2S+'): Promise<string> {
    simulator = createSimulator({ target: targetOf(model, '7.14.3'), clock: realClock });
    const server = await startServer(simulator, { host: '127.0.0.1', port: 0 });
    close = () => server.close();
    return `core=api://admin@127.0.0.1:${server.port}`;
  }

  function run(...argv: readonly string[]) {
    const io = memoryIo({ env: { ROSC_PASSWORD: '' }, clock: realClock });
    const ended = main(['watch', rig, ...argv], io);
    const events = () =>
      io
        .out()
        .split('\n')
        .flatMap((line): readonly Record<string, unknown>[] => (line === '' ? [] : [JSON.parse(line)]));
    /** Waits until an event of that kind is there. */
    const event = async (kind: string, count = 1): Promise<Record<string, unknown>> =>
      expect
        .poll(() => events().filter((each) => each.kind === kind)[count - 1], { timeout: 10_000 })
        .toBeDefined()
        .then(() => events().filter((each) => each.kind === kind)[count - 1] ?? {});
    return { io, ended, event };
  }

  test('follows a device through a change by somebody else, a packet and its end', async () => {
    const device = await start();
    const apply = memoryIo({ env: { ROSC_PASSWORD: '' }, cwd: '/nowhere', clock: realClock });
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
    simulator.reboot();
    expect(await event('lost')).toMatchObject({ device: 'core' });
    io.interrupt();
    expect(await ended).toBe(0);
    await expect(fetch(String(metrics))).rejects.toThrow();
  }, 30_000);

  test('a device of another model is said once', async () => {
    const device = await start('CRS309-1G-8S+');
    const { io, ended, event } = run('--device', device, '--interval', '1s', '--json');
    expect(await event('lost')).toMatchObject({ code: 'plan/other-model' });
    // The second look comes to the same.
    await new Promise((done) => setTimeout(done, 1500));
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
      clock: realClock,
    });
    const ended = main(['watch', rig, '--listen', '0.0.0.0:0', '--device', device, '--json'], guarded);
    await expect.poll(() => guarded.out(), { timeout: 10_000 }).toContain('metrics');
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
});

const mistaken: Diagnostic = {
  code: 'plan/other-model',
  severity: 'error',
  what: 'another model',
  primary: { at: { kind: 'device', device: 'core', menu: '', key: '' }, text: '' },
  related: [],
  why: '',
  evidence: [],
};

const unused = async (): Promise<never> => {
  throw new Error('nobody asks');
};
const nobody: Device = {
  url: 'api://admin@192.0.2.1:8728',
  identity: unused,
  print: unused,
  monitor: unused,
  run: unused,
  pipeline: unused,
  execute: unused,
  close: async () => undefined,
};
