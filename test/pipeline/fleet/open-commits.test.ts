// `rosc confirm`, `rollback` and `recover` of a fleet: what waits for somebody is ended on every device that can be asked.

import { readdirSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { type FleetRig, fleetRig } from '../../support/fleet-rig.ts';
import { leapingClock } from '../../support/leaping-clock.ts';

let rig: FleetRig;
afterEach(() => rig.close());

const isConfigured = (site: string) => (rig.simulators.get(site)?.print('/interface/vlan').length ?? 0) > 0;
const leftovers = () =>
  [...rig.simulators.values()].flatMap((simulator) =>
    (['/system/script', '/system/scheduler'] as const).flatMap((menu) => simulator.print(menu)),
  );

/** Every device of the fleet waits for somebody who confirms. */
async function leftOpen(sites: readonly string[]) {
  const clock = leapingClock(Date.parse('2026-04-21T20:00:00Z'));
  rig = await fleetRig({ sites, clock, lines: 'waves: [{ name: canary, size: 1 }, { name: rest }]' });
  const { states } = await rig.json('apply', 'fleet.yaml', '--yes', '--confirm', 'manually', '--no-backup');
  expect(new Set(Object.values(states))).toEqual(new Set(['open']));
  return {
    async untilUndone() {
      await clock.sleep(600_000);
      for (const simulator of rig.simulators.values()) simulator.advance();
    },
  };
}

test('confirm goes on past a dead device, and a second run has only that one left', async () => {
  await leftOpen(['a', 'b', 'c']);
  await rig.stop('b');
  const first = await rig.json('confirm', 'fleet.yaml');
  expect([first.status, first.states]).toEqual([1, { 'a/sw1': 'confirmed', 'b/sw1': 'failed', 'c/sw1': 'confirmed' }]);
  expect(first.reasons['b/sw1']).toContain('`b/sw1`');

  await rig.restart('b');
  const again = await rig.json('confirm', 'fleet.yaml');
  expect([again.status, again.states]).toEqual([
    0,
    { 'a/sw1': 'unchanged', 'b/sw1': 'confirmed', 'c/sw1': 'unchanged' },
  ]);
  expect(leftovers()).toEqual([]);
  expect(['a', 'b', 'c'].map(isConfigured)).toEqual([true, true, true]);
  expect((await rig.json('apply', 'fleet.yaml', '--yes')).status).toBe(0);

  const nothing = await rig.run('confirm', 'fleet.yaml');
  expect([nothing.status, nothing.io.err()]).toEqual([1, 'No commit is open.\n']);
});

test('whoever confirms too late is told which devices went back', async () => {
  const { untilUndone } = await leftOpen(['a', 'b']);
  expect((await rig.json('confirm', 'fleet.yaml', '--wave', 'canary')).states).toEqual({ 'a/sw1': 'confirmed' });
  await untilUndone();
  const { status, states, reasons } = await rig.json('confirm', 'fleet.yaml');
  expect([status, states]).toEqual([1, { 'a/sw1': 'unchanged', 'b/sw1': 'failed' }]);
  expect(reasons['b/sw1']).toContain('is no longer on the device');
  expect(['a', 'b'].map(isConfigured)).toEqual([true, false]);
});

test('rollback takes all back, and recover finds nothing afterwards', async () => {
  await leftOpen(['a', 'b']);
  const back = await rig.run('rollback', 'fleet.yaml');
  expect(back.status).toBe(0);
  expect(back.io.out()).toContain('b/sw1: commit');
  expect(back.io.out()).toContain('read back, the device is as it was before');
  expect(['a', 'b'].map(isConfigured)).toEqual([false, false]);
  const after = await rig.json('recover', 'fleet.yaml');
  expect([after.status, after.states]).toEqual([0, { 'a/sw1': 'unchanged', 'b/sw1': 'unchanged' }]);
  expect(leftovers()).toEqual([]);
});

test('recover ends what a shard left open, and leaves the others alone', async () => {
  await leftOpen(['a', 'b']);
  const { status, states } = await rig.json('recover', 'fleet.yaml', '--shard', '1/2');
  expect([status, states]).toEqual([0, { 'a/sw1': 'restored' }]);
  expect(['a', 'b'].map(isConfigured)).toEqual([false, true]);
  expect((await rig.json('confirm', 'fleet.yaml')).states).toEqual({ 'a/sw1': 'unchanged', 'b/sw1': 'confirmed' });
});

test('an earlier commit of one device is taken back by its number', async () => {
  rig = await fleetRig({ sites: ['a', 'b'] });
  expect((await rig.json('apply', 'fleet.yaml', '--yes', '--no-backup')).status).toBe(0);
  const ofB = readdirSync(join(rig.folder, '.rosc/commits')).find((name) => /-b\+sw1-.*\.state\.json$/.test(name));
  const transaction = /([0-9a-f]+)\.state\.json$/.exec(ofB ?? '')?.[1] ?? '';
  const { status } = await rig.run('rollback', 'fleet.yaml', '--to', transaction, '--yes');
  expect(status).toBe(0);
  expect(['a', 'b'].map(isConfigured)).toEqual([true, false]);
  const other = await rig.run('rollback', 'fleet.yaml', '--to', transaction, '--yes', '--device', 'a/sw1');
  expect([other.status, other.io.err()]).toEqual([1, expect.stringContaining('nothing was kept here of a commit')]);
});

test('a record that nobody can read stops its own device, and no report of what was done', async () => {
  await leftOpen(['a', 'b']);
  const damaged = join(rig.folder, '.rosc/commits/2026-04-21T19-00-00-000Z-a+sw1-0a1b2c3d.state.json');
  writeFileSync(damaged, '{');
  const { status, states, reasons } = await rig.json('recover', 'fleet.yaml');
  expect([status, states]).toEqual([1, { 'a/sw1': 'failed', 'b/sw1': 'restored' }]);
  expect(reasons['a/sw1']).toContain('0a1b2c3d.state.json` cannot be read');
  expect(['a', 'b'].map(isConfigured)).toEqual([false, false]);
  const again = await rig.json('apply', 'fleet.yaml', '--yes', '--no-backup', '--max-failures', '1');
  expect([again.status, again.states]).toEqual([1, { 'a/sw1': 'skipped', 'b/sw1': 'confirmed' }]);
  unlinkSync(damaged);
  expect((await rig.json('apply', 'fleet.yaml', '--yes', '--no-backup')).status).toBe(0);
});
