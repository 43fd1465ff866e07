// What reads a fleet: plan, verify, capture and watch, with dead devices among the others.

import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { main } from '../../../src/cli.ts';
import { branchModel } from '../../support/fleet-files.ts';
import { type FleetRig, fleetRig } from '../../support/fleet-rig.ts';
import { until } from '../../support/until.ts';

interface Event {
  readonly kind: string;
  readonly device?: string;
}

let rig: FleetRig;
beforeAll(async () => {
  rig = await fleetRig({
    sites: ['a', 'b', 'c'],
    lines: 'waves: [{ name: first, select: { site: a } }, { name: rest }]',
  });
  await rig.stop('b');
});
afterAll(() => rig.close());

describe('a plan', () => {
  test('of each device that answers; the dead one is named, and the status says so', async () => {
    const { status, states, reasons } = await rig.json('plan', 'fleet.yaml', '--parallel', '2');
    expect(states).toEqual({ 'a/sw1': 'changed', 'b/sw1': 'failed', 'c/sw1': 'changed' });
    expect(Object.keys(reasons)).toEqual(['b/sw1']);
    expect(reasons['b/sw1']).toContain('`b/sw1`');
    expect(status).toBe(1);
  });

  // Every site has an `sw1`: whoever reads of one has to know which.
  test.each(['plan', 'verify', 'apply'])('%s names devices as the fleet does, in texts and places', async (verb) => {
    const options = ['--device', 'a/sw1=sim:CRS317-1G-16S+', ...(verb === 'apply' ? ['--yes'] : [])];
    const { io } = await rig.run(verb, 'fleet.yaml', ...options, '--json');
    expect(io.out()).toContain('`a/sw1` is a CRS317-1G-16S+');
    expect(io.out() + io.err()).not.toMatch(/`sw1`|"device": ?"sw1"/);
  });

  // A neighbour, a VLAN or a table may be called as the device is, and keeps its name.
  test('leaves other things that are called as a device by their names', async () => {
    const site = join(rig.folder, 'a.yaml');
    const before = readFileSync(site, 'utf8');
    const peer = '{ sw1: { address: 10.255.11.2, asn: 65000, password: !env NOBODY_HAS_IT } }';
    writeFileSync(site, `${before}    bgp: { asn: 65010, router-id: 10.255.11.1, peers: ${peer} }\n`);
    const { io } = await rig.run('plan', 'fleet.yaml', '--device', 'a/sw1');
    writeFileSync(site, before);
    expect(io.err()).toContain('of `sw1` has no value');
  });

  test('says which label its address lacks', async () => {
    const fleet = join(rig.folder, 'fleet.yaml');
    const before = readFileSync(fleet, 'utf8');
    writeFileSync(fleet, before.replaceAll('{label.port}', '{label.town}'));
    const { io, status } = await rig.run('plan', 'fleet.yaml', '--wave', 'first');
    writeFileSync(fleet, before);
    expect([status, io.err()]).toEqual([1, expect.stringContaining('no label `town`')]);
  });

  test('of a part alone', async () => {
    expect((await rig.json('plan', 'fleet.yaml', '--wave', 'first')).status).toBe(0);
    expect((await rig.json('plan', 'fleet.yaml', '--wave', 'first', '--detailed-exitcode')).status).toBe(2);
    const shards = await Promise.all(['1/2', '2/2'].map((part) => rig.json('plan', 'fleet.yaml', '--shard', part)));
    expect(shards.map(({ states }) => Object.keys(states))).toEqual([['a/sw1', 'c/sw1'], ['b/sw1']]);
  });

  test('shows the changes, a table by wave, and last what failed', async () => {
    const { io } = await rig.run('plan', 'fleet.yaml');
    const text = io.out();
    expect(text).toMatch(/a\/sw1[\s\S]*c\/sw1[\s\S]*wave +devices +changed +failed\n +first +1 +1\n +rest +2 +1 +1\n/);
    expect(text).toMatch(/\n {2}b\/sw1 {2}failed {2}.*`b\/sw1`.*\n$/);
    expect(io.err()).toContain('device/unreachable');
  });

  test('of an upgrade says what the version changes for each device that answers', async () => {
    const { status, io } = await rig.run('plan', 'fleet.yaml', '--upgrade', '7.24', '--json');
    const { upgrades, plans } = JSON.parse(io.out());
    const from = upgrades.map((each: Record<string, string>) => [each.device, each.from, each.to]);
    expect(from).toEqual([
      ['a/sw1', '7.20.8', '7.24'],
      ['c/sw1', '7.20.8', '7.24'],
    ]);
    expect([status, plans.length]).toEqual([1, 2]);
    const text = (await rig.run('plan', 'fleet.yaml', '--upgrade', '7.24', '--wave', 'first')).io.out();
    expect(text).toContain('a/sw1 with RouterOS 7.24 in place of 7.20.8');
    expect((await rig.json('plan', 'fleet.yaml', '--upgrade', '7.12')).codes).toContain('plan/no-upgrade');
  });

  test('becomes a file for each device', async () => {
    await rig.run('plan', 'fleet.yaml', '--out', 'plan.json');
    expect(
      readdirSync(rig.folder)
        .filter((name) => name.startsWith('plan'))
        .sort(),
    ).toEqual(['plan-a-sw1.json', 'plan-c-sw1.json']);
  });
});

test('a post-check finds that nothing was applied, and names the dead one', async () => {
  const { status, states, codes } = await rig.json('verify', 'fleet.yaml');
  expect(states).toEqual({ 'a/sw1': 'findings', 'b/sw1': 'failed', 'c/sw1': 'findings' });
  expect(codes).toEqual(expect.arrayContaining(['plan/drift', 'device/unreachable']));
  expect(status).toBe(1);
});

test('captures are a file for each device', async () => {
  expect((await rig.run('capture', 'fleet.yaml')).status).toBe(64);
  const { status, states } = await rig.json('capture', 'fleet.yaml', '-o', 'captures');
  expect([status, states]).toEqual([1, { 'a/sw1': 'captured', 'b/sw1': 'failed', 'c/sw1': 'captured' }]);
  const files = readdirSync(join(rig.folder, 'captures')).sort();
  expect(files).toEqual(['a-sw1.json', 'c-sw1.json']);
  expect(JSON.parse(readFileSync(join(rig.folder, 'captures/a-sw1.json'), 'utf8')).model).toBe(branchModel);
});

test('watching tells who is there and who is not', async () => {
  const io = rig.io();
  const ended = main(['watch', 'fleet.yaml', '--interval', '1s', '--json'], io);
  const events = () =>
    io
      .out()
      .split('\n')
      .flatMap((line): Event[] => (line === '' ? [] : [JSON.parse(line)]));
  const of = (kind: string) =>
    events()
      .filter((event) => event.kind === kind)
      .map(({ device }) => device);
  await until(() => of('reached').length === 2 && of('lost').length === 1);
  io.interrupt();
  expect(await ended).toBe(0);
  expect([of('reached').sort(), of('lost')]).toEqual([['a/sw1', 'c/sw1'], ['b/sw1']]);
});
