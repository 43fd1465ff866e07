// Several devices of a site: in a safe order, some at a time, all or none, and in parts.

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { main } from '../../src/cli.ts';
import type { Faults } from '../../src/device/sim/faults.ts';
import { startServer } from '../../src/device/sim/server.ts';
import { createSimulator, type Simulator } from '../../src/device/sim/simulator.ts';
import { safeOrder } from '../../src/pipeline/read/device-order.ts';
import { inShard, parseShard } from '../../src/pipeline/read/shard.ts';
import { configOf } from '../support/config-of.ts';
import { leapingClock } from '../support/leaping-clock.ts';
import { memoryIo } from '../support/memory-io.ts';
import { projectRoot } from '../support/project-root.ts';
import { targetOf } from '../support/sim-target.ts';

const datacenter = join(projectRoot, 'fixtures/sites/datacenter/site.yaml');
const names = ['alpha', 'beta', 'gamma'];

/** Three switches alike. */
const site = `version: 1
site: three
vlans:
  left: { id: 2, ipv4: 10.0.2.0/24 }
  right: { id: 3, ipv4: 10.0.3.0/24 }
devices:
${names
  .map(
    (name, index) => `  ${name}:
    model: CRS326-24G-2S+
    routeros: 7.20.8
    management: { port: ether24, address: 192.168.88.${index + 1}/24 }
    ports:
      sfp-sfpplus1: { vlan: left }
      sfp-sfpplus2: { vlan: right }
    gateways: { left: 10.0.2.${index + 1}, right: 10.0.3.${index + 1} }
`,
  )
  .join('')}`;

const clock = leapingClock();

let folder: string;
let simulators: Map<string, Simulator>;
let devices: readonly string[];
let closing: (() => Promise<void>)[];

async function start(faults: Readonly<Record<string, Partial<Faults>>> = {}, models: readonly string[] = names) {
  for (const name of models) {
    const model = name === 'edge' ? 'RB450Gx4' : 'CRS326-24G-2S+';
    const simulator = createSimulator({
      target: targetOf(model, '7.20.8'),
      clock: clock.ofDevices,
      faults: faults[name] ?? {},
    });
    const server = await startServer(simulator, { host: '127.0.0.1', port: 0 });
    simulators.set(name, simulator);
    devices = [...devices, '--device', `${name}=api://admin@127.0.0.1:${server.port}`];
    closing.push(() => server.close());
  }
}

async function apply(...options: readonly string[]) {
  const io = memoryIo({ clock, env: { ROSC_PASSWORD: '' }, cwd: folder });
  await io.writeFile(join(folder, 'site.yaml'), site);
  const status = await main(['apply', join(folder, 'site.yaml'), ...devices, '--yes', '--json', ...options], io);
  const report = JSON.parse(io.out());
  const states = Object.fromEntries(
    report.devices.map((each: { name: string; state: string }) => [each.name, each.state]),
  );
  return { status, states, report, err: io.err(), io };
}

const configured = (name: string) => (simulators.get(name)?.print('/interface/vlan').length ?? 0) > 0;
const leftovers = (name: string) =>
  (['/system/script', '/system/scheduler'] as const).flatMap((menu) => simulators.get(name)?.print(menu) ?? []);

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rosc-'));
  simulators = new Map();
  devices = [];
  closing = [];
});

afterEach(async () => {
  for (const close of closing) await close();
  await rm(folder, { recursive: true, force: true });
});

describe('several devices', () => {
  test('one after the other, and none after the first that fails', async () => {
    await start({ beta: { offloadRefused: 1 } });
    const { status, states, err } = await apply();
    expect(states).toEqual({ alpha: 'confirmed', beta: 'undone', gamma: 'not-applied' });
    expect(status).toBe(3);
    expect(err).toContain('Not begun: gamma.');
    expect(names.map(configured)).toEqual([true, false, false]);
  });

  test('at the same time', async () => {
    await start();
    const { status, states } = await apply('--parallel', '3');
    expect([status, states]).toEqual([0, { alpha: 'confirmed', beta: 'confirmed', gamma: 'confirmed' }]);
    expect(names.flatMap(leftovers)).toEqual([]);
  });

  test('with confirmations held until all have passed', async () => {
    await start();
    const { status, states, err } = await apply('--hold', '--parallel', '2');
    expect([status, states]).toEqual([0, { alpha: 'confirmed', beta: 'confirmed', gamma: 'confirmed' }]);
    // Two rounds of at least two minutes.
    expect(err).toContain('each device is back in its prior state after 240 s');
    expect(names.flatMap(leftovers)).toEqual([]);
  });

  test('and when one fails then, those that passed go back too', async () => {
    await start({ gamma: { offloadRefused: 1 } });
    const { status, states } = await apply('--hold');
    expect([status, states]).toEqual([3, { alpha: 'undone', beta: 'undone', gamma: 'undone' }]);
    expect(names.map(configured)).toEqual([false, false, false]);
    expect(names.flatMap(leftovers)).toEqual([]);
  });

  test('held and to be confirmed by hand, they stay open', async () => {
    await start();
    const { status, states, io } = await apply('--hold', '--parallel', '3', '--confirm', 'manually');
    expect([status, states]).toEqual([0, { alpha: 'open', beta: 'open', gamma: 'open' }]);
    expect(await main(['confirm', join(folder, 'site.yaml'), ...devices], io)).toBe(0);
    expect(names.flatMap(leftovers)).toEqual([]);
    expect(names.map(configured)).toEqual([true, true, true]);
  });

  test('in parts, each device in one of them', async () => {
    await start();
    const first = await apply('--shard', '1/2');
    expect(first.states).toEqual({ alpha: 'confirmed', gamma: 'confirmed' });
    const second = await apply('--shard', '2/2');
    expect(second.states).toEqual({ beta: 'confirmed' });
    expect((await apply('--shard', '4/4')).status).toBe(0);
  });

  test('going on past one that fails', async () => {
    await start({ beta: { offloadRefused: 1 } });
    const { status, states, err } = await apply('--continue');
    expect(states).toEqual({ alpha: 'confirmed', beta: 'undone', gamma: 'confirmed' });
    expect(status).toBe(3);
    expect(err).not.toContain('Not begun');
  });

  test('going on past one that is dead, which is named with its reason; a second run has only that one left', async () => {
    await start();
    await closing[1]?.();
    const { status, states, err, report } = await apply('--continue');
    expect(states).toEqual({ alpha: 'confirmed', beta: 'skipped', gamma: 'confirmed' });
    expect(status).toBe(1);
    expect(err).toMatch(/^Skipped: beta: .*`beta`/m);
    expect(report.diagnostics.map(({ code }: { code: string }) => code)).toContain('device/unreachable');
    const again = await apply('--continue');
    expect(again.states).toEqual({ alpha: 'unchanged', beta: 'skipped', gamma: 'unchanged' });
    expect(again.status).toBe(1);
  });

  test('until too many fail: those that cannot be read count before anything is sent', async () => {
    await start({ alpha: { offloadRefused: 1 } });
    await closing[1]?.();
    const tooMany = await apply('--max-failures', '0');
    expect(tooMany.states).toEqual({ alpha: 'not-applied', beta: 'skipped', gamma: 'not-applied' });
    expect(tooMany.err).toContain('Nothing was changed on any device');
    const oneMore = await apply('--max-failures', '1');
    expect(oneMore.states).toEqual({ alpha: 'undone', beta: 'skipped', gamma: 'not-applied' });
    expect(oneMore.err).toContain('Not begun: gamma.');
    expect(names.map(configured)).toEqual([false, false, false]);
  });

  test('without --continue a dead device stops all', async () => {
    await start();
    await closing[1]?.();
    const { status, err } = await apply();
    expect(status).toBe(1);
    expect(err).toContain('Nothing was changed on any device: device/unreachable');
    expect(names.map(configured)).toEqual([false, false, false]);
  });

  test('all or none and going on exclude each other', async () => {
    const io = memoryIo();
    expect(await main(['apply', datacenter, '--yes', '--hold', '--continue'], io)).toBe(64);
    expect(io.err()).toContain('--hold');
  });

  test('of different models: the core before the edge that it goes out by', async () => {
    await start({}, ['core', 'edge']);
    const io = memoryIo({ clock, env: { ROSC_PASSWORD: '' }, cwd: folder });
    const status = await main(['apply', datacenter, ...devices, '--yes'], io);
    expect(io.err()).toMatch(/core: changing[\s\S]*edge: changing/);
    expect(status, io.err()).toBe(0);
  });
});

describe('the order', () => {
  const device = (name: string, address: string, hop?: string) => ({
    device: name,
    config: configOf({
      '/ip/address': [{ address: `${address}/24`, interface: 'ether1' }],
      '/ip/route': hop === undefined ? [] : [{ 'dst-address': '0.0.0.0/0', gateway: hop }],
    }),
  });

  test('goes from the far end to the one by which all go out', () => {
    const edge = device('edge', '10.0.0.1');
    const core = device('core', '10.0.0.2', '10.0.0.1');
    const access = device('access', '10.0.0.3', '10.0.0.2%ether1');
    expect(safeOrder([edge, core, access])).toEqual(['access', 'core', 'edge']);
  });

  test('is the given one where nobody depends on anybody, or all on each other', () => {
    expect(safeOrder([device('one', '10.0.0.1'), device('two', '10.0.0.2')])).toEqual(['one', 'two']);
    const round = [device('one', '10.0.0.1', '10.0.0.2'), device('two', '10.0.0.2', '10.0.0.1')];
    expect(safeOrder(round)).toEqual(['one', 'two']);
  });
});

test('parts cover every device once', () => {
  const all = ['e', 'd', 'c', 'b', 'a'];
  const parts = [1, 2, 3].map((index) => [...inShard(all, { index, count: 3 })]);
  expect(parts.flat().sort()).toEqual([...all].sort());
  expect(['1/1', '2/5', '0/3', '4/3', '1', 'x/2'].map(parseShard)).toEqual([
    { index: 1, count: 1 },
    { index: 2, count: 5 },
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});
