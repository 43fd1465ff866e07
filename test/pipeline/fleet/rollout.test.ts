// `rosc apply FLEET`: waves in their order, devices that are dead or refuse, gates, windows, and runs after runs.

import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { main } from '../../../src/cli.ts';
import { FileTrouble } from '../../../src/io/file-trouble.ts';
import { unwritable } from '../../../src/io/read-source.ts';
import { type FleetRig, type FleetRigOptions, fleetRig } from '../../support/fleet-rig.ts';
import { leapingClock } from '../../support/leaping-clock.ts';

let rig: FleetRig;
let closing: (() => void)[] = [];
afterEach(async () => {
  await rig.close();
  for (const close of closing) close();
  closing = [];
});

async function start(options: FleetRigOptions) {
  rig = await fleetRig(options);
  return rig;
}

const apply = (...options: readonly string[]) => rig.json('apply', 'fleet.yaml', '--yes', ...options);
const isConfigured = (site: string) => (rig.simulators.get(site)?.print('/interface/vlan').length ?? 0) > 0;
const leftovers = () =>
  [...rig.simulators.values()].flatMap((simulator) =>
    (['/system/script', '/system/scheduler'] as const).flatMap((menu) => simulator.print(menu)),
  );
const records = () => {
  const [folder = ''] = readdirSync(join(rig.folder, '.rosc/rollouts'));
  const path = join(rig.folder, '.rosc/rollouts', folder);
  return Object.fromEntries(
    readdirSync(path).map((name) => [name, JSON.parse(readFileSync(join(path, name), 'utf8')).state]),
  );
};

const waves = `waves:
  - { name: canary, select: { site: a }, soak: 10m }
  - { name: rest, parallel: 4, max-failures: 2 }
gates: [post-check, no-drift]
`;
const atNight = Date.parse('2026-04-21T20:00:00Z');

describe('waves', () => {
  test('one after the other, with a soak; dead and refusing devices are named, and a rerun has only them left', async () => {
    const clock = leapingClock(atNight);
    await start({ sites: ['a', 'b', 'c', 'd'], lines: waves, clock, faults: { c: { offloadRefused: 1 } } });
    await rig.stop('b');
    const first = await apply();
    expect(first.states).toEqual({ 'a/sw1': 'confirmed', 'b/sw1': 'skipped', 'c/sw1': 'undone', 'd/sw1': 'confirmed' });
    expect(first.waves).toEqual({ canary: 'passed', rest: 'passed' });
    expect(first.status).toBe(1);
    expect(first.reasons['b/sw1']).toContain('`b/sw1`');
    expect(clock.leaps.map((ms) => Math.round(ms / 60_000))).toEqual([10]);
    expect(leftovers()).toEqual([]);
    expect(records()).toEqual({ 'canary.json': 'passed', 'rest.json': 'passed' });

    await rig.restart('b');
    const again = await apply();
    expect(again.states).toEqual({
      'a/sw1': 'unchanged',
      'b/sw1': 'confirmed',
      'c/sw1': 'undone',
      'd/sw1': 'unchanged',
    });
    expect(again.status).toBe(1);
    // A wave is not begun twice: nothing soaks again.
    expect(clock.leaps.length).toBe(1);
    expect(again.err).not.toContain('begins');
  });

  test('end at the first that has too many failures; those after it are not begun', async () => {
    await start({
      sites: ['a', 'b', 'c'],
      lines: waves,
      faults: { a: { offloadRefused: 1 } },
      clock: leapingClock(atNight),
    });
    const { status, states, waves: ended } = await apply();
    expect(states).toEqual({ 'a/sw1': 'undone', 'b/sw1': 'not-applied', 'c/sw1': 'not-applied' });
    expect([status, ended]).toEqual([1, { canary: 'failed', rest: 'waiting' }]);
    expect(['b', 'c'].map(isConfigured)).toEqual([false, false]);
    // Nor is the next one alone, while its predecessor is known to have failed.
    expect((await apply('--wave', 'rest')).states).toEqual({ 'b/sw1': 'not-applied', 'c/sw1': 'not-applied' });
  });

  test('go on to the end where the command line allows more failures', async () => {
    await start({ sites: ['a', 'b'], lines: waves, clock: leapingClock(atNight) });
    await rig.stop('a');
    const { status, states } = await apply('--continue');
    expect([status, states]).toEqual([1, { 'a/sw1': 'skipped', 'b/sw1': 'confirmed' }]);
  });

  test('none: every device is tried', async () => {
    await start({ sites: ['a', 'b', 'c'] });
    await rig.stop('a');
    const { status, states } = await apply('--parallel', '2');
    expect([status, states]).toEqual([1, { 'a/sw1': 'skipped', 'b/sw1': 'confirmed', 'c/sw1': 'confirmed' }]);
    const shard = await apply('--shard', '2/3');
    expect([shard.status, shard.states]).toEqual([0, { 'b/sw1': 'unchanged' }]);
  });

  test('a mistake in the last site stops all before the first device', async () => {
    await start({ sites: ['a', 'b'] });
    const path = join(rig.folder, 'b.yaml');
    writeFileSync(path, readFileSync(path, 'utf8').replace('vlan: office', 'vlan: offices'));
    const { status, err } = await apply();
    expect(status).toBe(1);
    expect(err).toContain('Nothing was changed on any device: intent/unknown-name');
    expect(isConfigured('a')).toBe(false);
  });

  test('without --yes they are shown and asked for', async () => {
    await start({ sites: ['a'] });
    expect((await rig.run('apply', 'fleet.yaml')).status).toBe(64);
    expect((await rig.run('apply', 'fleet.yaml', '--yes', '--hold')).status).toBe(64);
    expect(isConfigured('a')).toBe(false);
  });
});

test('shards that go through the waves apart are told so', async () => {
  await start({ sites: ['a', 'b'], lines: 'waves: [{ name: canary, size: 1 }, { name: rest }]' });
  const apart = await apply('--shard', '2/2');
  expect([apart.status, apart.codes.includes('fleet/waves-apart')]).toEqual([0, true]);
  expect((await apply('--shard', '2/2', '--wave', 'rest')).codes).not.toContain('fleet/waves-apart');
});

describe('a disk that is full', () => {
  /** From when the first wave is to have this state. */
  async function applyUntil(state: string) {
    const io = rig.io();
    let isFull = false;
    const writeFile: typeof io.writeFile = async (path, text, options) => {
      isFull ||= path.includes('/rollouts/') && text.includes(`"${state}"`);
      if (isFull) throw new Error('ENOSPC: no space left on device, write');
      await io.writeFile(path, text, options);
    };
    const status = await main(['apply', 'fleet.yaml', '--yes', '--json'], { ...io, writeFile });
    const { devices, waves: ended } = JSON.parse(io.out());
    const of = (named: readonly Record<string, string>[], key: string) => named.map((each) => each[key]);
    return { status, devices: of(devices, 'state'), waves: of(ended, 'state'), reason: of(ended, 'reason')[0], io };
  }

  test.each(['soaking', 'passed'])(
    'where a wave is %s: what was done is told, and nothing more is begun',
    async (state) => {
      await start({ sites: ['a', 'b'], lines: waves });
      const { status, devices, waves: ended, reason } = await applyUntil(state);
      expect(status).toBe(1);
      expect(devices).toEqual(['confirmed', 'not-applied']);
      expect(ended).toEqual(['failed', 'waiting']);
      expect(reason).toContain('how far it got cannot be written down: ENOSPC');
      expect([isConfigured('a'), isConfigured('b')]).toEqual([true, false]);
      // The next run goes on there.
      const again = await apply();
      expect(again.states).toEqual({ 'a/sw1': 'unchanged', 'b/sw1': 'confirmed' });
      expect(again.waves).toEqual({ canary: 'passed', rest: 'passed' });
    },
  );

  test('where one commit is kept: nothing is sent to its device, and the others end as they do', async () => {
    await start({ sites: ['a', 'b'], lines: 'waves: [{ name: rest, max-failures: 1 }]' });
    const io = rig.io();
    const writeFile: typeof io.writeFile = async (path, text, options) => {
      if (!path.includes('-a+sw1-')) return io.writeFile(path, text, options);
      const full = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
      throw new FileTrouble(unwritable(path, full), full);
    };
    expect(await main(['apply', 'fleet.yaml', '--yes', '--json', '--parallel', '2'], { ...io, writeFile })).toBe(1);
    const { devices } = JSON.parse(io.out());
    expect(devices.map(({ state }: { state: string }) => state)).toEqual(['skipped', 'confirmed']);
    expect(devices[0].reason).toContain('the disk is full');
    expect(io.out() + io.err()).toContain('nothing was changed');
    expect([isConfigured('a'), isConfigured('b')]).toEqual([false, true]);
  });

  test('where a wave begins: nothing is sent', async () => {
    await start({ sites: ['a', 'b'], lines: waves });
    const { status, devices, waves: ended } = await applyUntil('begun');
    expect(status).toBe(1);
    expect(devices).toEqual(['skipped', 'not-applied']);
    expect(ended).toEqual(['failed', 'waiting']);
    expect(isConfigured('a')).toBe(false);
  });

  test('a record of the second wave that cannot be read loses nothing of the first', async () => {
    await start({ sites: ['a', 'b'], lines: waves });
    await rig.stop('b');
    await apply();
    const [folder = ''] = readdirSync(join(rig.folder, '.rosc/rollouts'));
    writeFileSync(join(rig.folder, '.rosc/rollouts', folder, 'rest.json'), '{');
    const { states, waves: ended, status } = await apply();
    expect(states).toEqual({ 'a/sw1': 'unchanged', 'b/sw1': 'not-applied' });
    expect(ended).toEqual({ canary: 'passed', rest: 'failed' });
    expect(status).toBe(1);
  });
});

describe('a gate', () => {
  test('that a device fails keeps the next wave from beginning', async () => {
    const clock = leapingClock(atNight);
    await start({ sites: ['a', 'b'], lines: waves, clock });
    // Somebody changes it while it soaks.
    const sleep = clock.sleep.bind(clock);
    clock.sleep = async (ms, signal) => {
      if (ms >= 300_000) rig.simulators.get('a')?.run('/ip/address/set [find address="10.11.10.1/24"] disabled=yes');
      return sleep(ms, signal);
    };
    const { status, states, waves: ended, err } = await apply();
    expect(states).toEqual({ 'a/sw1': 'confirmed', 'b/sw1': 'not-applied' });
    expect([status, ended]).toEqual([1, { canary: 'failed', rest: 'waiting' }]);
    expect(err).toMatch(/wave canary: failed: gate (post-check|no-drift): .*a\/sw1|gate .*`sw1`/);
  });

  test.each([
    ['1', { status: 0, rest: 'passed' }],
    ['7', { status: 1, rest: 'waiting' }],
    ['', { status: 1, rest: 'waiting' }],
  ])('that asks Prometheus, which says %j', async (value, expected) => {
    const asked: string[] = [];
    const prometheus = createServer((request, response) => {
      asked.push(decodeURIComponent(request.url ?? ''));
      const result = value === '' ? [] : [{ metric: {}, value: [1, value] }];
      response.end(JSON.stringify({ status: 'success', data: { resultType: 'vector', result } }));
    });
    const port = await new Promise<number>((resolve) => {
      prometheus.listen(0, '127.0.0.1', () => {
        const address = prometheus.address();
        resolve(typeof address === 'object' && address ? address.port : 0);
      });
    });
    closing.push(() => prometheus.close());
    const gate = `gates: [{ metric: { url: "http://127.0.0.1:${port}", query: sum(errors), max: 5 } }]`;
    await start({ sites: ['a', 'b'], lines: `waves: [{ name: one, select: { site: a } }, { name: rest }]\n${gate}` });
    const { status, waves: ended } = await apply();
    expect({ status, rest: ended.rest }).toEqual(expected);
    expect(asked[0]).toBe('/api/v1/query?query=sum(errors)');
  });
});

test('a wave waits for its window', async () => {
  // Tuesday noon in Vienna; its windows open at 18:00 UTC.
  const clock = leapingClock(Date.parse('2026-04-21T10:00:00Z'));
  await start({ sites: ['a'], lines: 'window: "Mon-Fri 20:00-23:00 Europe/Vienna"', clock });
  const { status, states, err } = await apply();
  expect([status, states]).toEqual([0, { 'a/sw1': 'confirmed' }]);
  expect(err).toContain('waits for its window, which opens at 2026-04-21T18:00:00.000Z');
  expect(clock.leaps.map((ms) => Math.round(ms / 60_000))).toEqual([480]);
});

test('a soak that was cut off goes on where it was', async () => {
  const clock = leapingClock(atNight);
  await start({ sites: ['a', 'b'], lines: waves, clock });
  const sleep = clock.sleep.bind(clock);
  const io = rig.io();
  clock.sleep = async (ms, signal) => {
    if (ms < 300_000) return sleep(ms, signal);
    await sleep(240_000);
    io.interrupt();
    throw new Error('SIGINT');
  };
  expect(await main(['apply', 'fleet.yaml', '--yes', '--json'], io)).toBe(1);
  expect(JSON.parse(io.out()).waves[0]).toMatchObject({ name: 'canary', state: 'soaking' });
  expect(isConfigured('b')).toBe(false);
  clock.sleep = sleep;
  const again = await apply();
  expect([again.status, again.states]).toEqual([0, { 'a/sw1': 'unchanged', 'b/sw1': 'confirmed' }]);
  // What is left of the ten minutes, and no more.
  expect(clock.leaps.map((ms) => Math.round(ms / 60_000))).toEqual([6]);
});

test('a commit that a killed run left open is undone first; that of somebody else is left alone', async () => {
  await start({ sites: ['a', 'b'] });
  const left = await rig.json('apply', 'fleet.yaml', '--yes', '--confirm', 'manually', '--state', 'kept');
  expect(left.states).toEqual({ 'a/sw1': 'open', 'b/sw1': 'open' });
  // Another state folder knows nothing of it.
  const other = await apply('--state', 'elsewhere');
  expect(other.states).toEqual({ 'a/sw1': 'skipped', 'b/sw1': 'skipped' });
  expect(other.reasons['a/sw1']).toContain('another commit is open');
  const again = await apply('--state', 'kept');
  expect([again.status, again.states]).toEqual([0, { 'a/sw1': 'confirmed', 'b/sw1': 'confirmed' }]);
  expect(again.err).toMatch(/a\/sw1: undid commit [0-9a-f]{8}, which an earlier run left open/);
  expect(leftovers()).toEqual([]);
  expect(
    readdirSync(join(rig.folder, 'kept/commits')).filter((name) => /a\+sw1-.*\.state\.json$/.test(name)).length,
  ).toBe(2);
});
