// `rosc apply --upgrade`: another RouterOS on the devices of a fleet, with their restarts, and what can go wrong on the
// way.

import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import type { SimulatorOptions } from '../../../src/device/sim/simulator.ts';
import { branchModel } from '../../support/fleet-files.ts';
import { type FleetRig, type FleetRigOptions, fleetRig } from '../../support/fleet-rig.ts';
import { leapingClock } from '../../support/leaping-clock.ts';
import { targetOf } from '../../support/sim-target.ts';

let rig: FleetRig;
afterEach(() => rig.close());

const to = '7.22.3';
const mirror = 'http://mirror.example.net/{version}/{package}-{version}-{architecture}.npk';

const world: Partial<SimulatorOptions> = {
  releases: {
    channels: { stable: to, 'long-term': '7.20.8' },
    target: (routeros) => targetOf(branchModel, routeros),
  },
};

async function start({ device, ...options }: FleetRigOptions) {
  rig = await fleetRig({ ...options, device: { ...world, ...device } });
  return rig;
}

const upgrade = (...options: readonly string[]) =>
  rig.json('apply', 'fleet.yaml', '--yes', '--upgrade', to, ...options);
const one = (site: string, menu: `/${string}`) => rig.simulators.get(site)?.print(menu)[0] ?? {};
const versionOf = (site: string) => one(site, '/system/resource').version?.split(' ')[0];
const firmwareOf = (site: string) => one(site, '/system/routerboard')['current-firmware'];
const packageFiles = (site: string) =>
  (rig.simulators.get(site)?.print('/file') ?? []).map(({ name = '' }) => name).filter((name) => name.endsWith('.npk'));

describe('an upgrade', () => {
  test('brings the version by the update of each device, then RouterBOOT and what the site asks for', async () => {
    await start({ sites: ['a', 'b'], lines: 'waves: [{ name: canary, size: 1, soak: 10m }, { name: rest }]' });
    const first = await upgrade();
    expect(first.err).toContain('a/sw1: downloads RouterOS 7.22.3');
    expect([first.status, first.states]).toEqual([0, { 'a/sw1': 'upgraded', 'b/sw1': 'upgraded' }]);
    expect(['a', 'b'].map(versionOf)).toEqual([to, to]);
    expect(['a', 'b'].map(firmwareOf)).toEqual([to, to]);
    expect(one('a', '/interface/vlan').name).toBe('office');
    const again = await upgrade();
    expect([again.status, again.states]).toEqual([0, { 'a/sw1': 'unchanged', 'b/sw1': 'unchanged' }]);
    expect(again.err).not.toContain('restarts');
  });

  test('fetches what is installed from an address, also one that the fleet gives', async () => {
    const lines = `waves: [{ name: all }]`;
    await start({ sites: ['a'], lines, device: { packages: ['switch-marvell'] } });
    const path = join(rig.folder, 'fleet.yaml');
    writeFileSync(path, readFileSync(path, 'utf8').replace('defaults: { ', `defaults: { packages: "${mirror}", `));
    const { states, err } = await upgrade();
    expect(err).toContain('a/sw1: fetches switch-marvell-7.22.3-arm.npk');
    expect([states, versionOf('a'), packageFiles('a')]).toEqual([{ 'a/sw1': 'upgraded' }, to, []]);
  });

  test('changes before it what the site asks for by the version that runs', async () => {
    await start({ sites: ['a'], faults: { a: { installFails: 1 } } });
    const { states, reasons } = await upgrade();
    expect(states).toEqual({ 'a/sw1': 'failed' });
    expect(reasons['a/sw1']).toContain('came back with RouterOS 7.20.8 in place of 7.22.3: can not install packages');
    expect(one('a', '/interface/vlan').name).toBe('office');
  });

  test('restarts one device of a site at a time', async () => {
    await start({ sites: ['a', 'spare'] });
    const path = join(rig.folder, 'a.yaml');
    const text = readFileSync(path, 'utf8');
    const twin = text
      .slice(text.indexOf('  sw1:'))
      .replace('sw1:', 'sw2:')
      .replaceAll('.10.1', '.10.2')
      .replace('192.168.88.1', '192.168.88.2')
      .replace(', sfp-sfpplus1: { routed: 10.255.11.1/30 }', '');
    writeFileSync(path, `${text}${twin}`);
    const [, port] =
      /spare\.yaml, labels: \{ port: (\d+)/.exec(readFileSync(join(rig.folder, 'fleet.yaml'), 'utf8')) ?? [];
    const both = ['--device', 'a/sw1', '--device', `a/sw2=api://admin@127.0.0.1:${port}`];
    // The same devices without an upgrade are two shards.
    expect(Object.keys((await rig.json('plan', 'fleet.yaml', '--shard', '1/2', ...both)).states)).toEqual(['a/sw1']);
    const { err, states } = await upgrade('--parallel', '2', '--shard', '1/2', ...both);
    expect(states).toEqual({ 'a/sw1': 'upgraded', 'a/sw2': 'upgraded' });
    const order = err.split('\n').flatMap((line) => /^a\/(sw\d): restarts/.exec(line)?.[1] ?? []);
    expect(order.join()).toMatch(/^(sw1,sw1,sw2,sw2|sw2,sw2,sw1,sw1)$/);
  });
});

describe('a device keeps its version', () => {
  test('when nobody has the one that was asked for', async () => {
    await start({ sites: ['a'], device: { releases: { channels: {}, target: () => undefined } } });
    const { status, states, reasons, codes } = await upgrade();
    expect([status, states]).toEqual([1, { 'a/sw1': 'failed' }]);
    expect(codes).toContain('upgrade/no-package');
    expect(reasons['a/sw1']).toContain(
      'download.mikrotik.com/routeros/7.22.3/routeros-7.22.3-arm.npk: failure: Status 404',
    );
  });

  test('when the version is known to be bad, unless that is accepted', async () => {
    await start({ sites: ['a'] });
    const bad = await upgrade('--upgrade', '7.24', '--packages', mirror);
    expect([bad.status, bad.states, versionOf('a')]).toEqual([1, { 'a/sw1': 'skipped' }, '7.20.8']);
    expect(bad.codes).toContain('upgrade/known-defect');
    const accepted = await upgrade(
      ...['--upgrade', '7.24', '--packages', mirror],
      ...['--accept', 'ops/interim-version-risk', '--accept', 'ops/version-advisory'],
    );
    expect(accepted.states).toEqual({ 'a/sw1': 'upgraded' });
  });

  test('when it would have to go back', async () => {
    await start({ sites: ['a'] });
    const { status, states, codes } = await upgrade('--upgrade', '7.19.4', '--packages', mirror);
    expect([status, states, codes]).toEqual([1, { 'a/sw1': 'skipped' }, expect.arrayContaining(['plan/no-upgrade'])]);
  });

  test('when it does not answer, or somebody else has a commit open on it', async () => {
    await start({ sites: ['a', 'b'] });
    await rig.stop('a');
    await rig.run('apply', 'fleet.yaml', '--yes', '--continue', '--confirm', 'manually', '--state', 'theirs');
    const { states, reasons } = await upgrade('--continue');
    expect(states).toEqual({ 'a/sw1': 'skipped', 'b/sw1': 'skipped' });
    expect(reasons['b/sw1']).toContain('another commit is open');
    expect(versionOf('b')).toBe('7.20.8');
  });

  test('when it is a simulated one inside of the program', async () => {
    await start({ sites: ['a'] });
    const { states, reasons } = await upgrade('--device', 'a/sw1=sim:CRS326-24G-2S+');
    expect([states['a/sw1'], reasons['a/sw1']]).toEqual([
      'skipped',
      expect.stringContaining('`rosc sim --state FILE`'),
    ]);
  });

  test('when its user may not restart it', async () => {
    await start({ sites: ['a'] });
    rig.simulators
      .get('a')
      ?.run('/user/set [find] group=write; /user/group/set [find name=write] policy=api,read,write,test');
    const { states, reasons } = await upgrade();
    expect([states, reasons['a/sw1']]).toEqual([
      { 'a/sw1': 'skipped' },
      'its user lacks policies that it needs: ftp, reboot, policy',
    ]);
  });
});

test('a device that does not come back is named, and nobody says that it undoes itself', async () => {
  await start({ sites: ['a', 'b'], faults: { a: { bootFails: 1 } } });
  const { status, states, reasons } = await upgrade('--restart-timeout', '5m');
  expect([status, states['a/sw1']]).toEqual([4, 'unknown']);
  expect(reasons['a/sw1']).toContain('has not answered within 5 minutes after its restart');
  expect(versionOf('b')).toBe(to);
});

test('a wave waits for a window that is long enough for the restarts', async () => {
  const clock = leapingClock(Date.parse('2026-04-21T20:50:00Z'));
  await start({ sites: ['a'], lines: 'window: "20:00-21:00"', clock });
  const { states, err } = await upgrade();
  expect(states).toEqual({ 'a/sw1': 'upgraded' });
  expect(err).toContain('waits for its window, which opens at 2026-04-22T20:00:00.000Z');
});

test('the devices of one site go one after the other, and one that keeps its version ends it', async () => {
  await start({ sites: ['a', 'b'] });
  const [first, second] = ['a', 'b'].map((name) => {
    const at = new RegExp(`${name}\\.yaml, labels: \\{ port: (\\d+)`);
    return `api://admin@127.0.0.1:${at.exec(readFileSync(join(rig.folder, 'fleet.yaml'), 'utf8'))?.[1]}`;
  });
  const site = readFileSync(join(rig.folder, 'a.yaml'), 'utf8').replace(
    'site: a',
    'site: pair\ndefaults: { routeros: 7.20.8 }',
  );
  const text = site.slice(site.indexOf('  sw1:'));
  const twin = text.replace('sw1:', 'sw2:').replaceAll('.10.1', '.10.2').replace('88.1', '88.2');
  writeFileSync(join(rig.folder, 'pair.yaml'), `${site}${twin.replace('10.255.11.1', '10.255.12.1')}`);
  const pair = (...words: readonly string[]) =>
    rig.json('apply', 'pair.yaml', '--yes', '--device', `sw1=${first}`, '--device', `sw2=${second}`, ...words);
  rig.simulators.get('a')?.setFaults({ downloadFails: 1 });
  const failed = await pair('--upgrade', to, '--packages', mirror);
  expect([failed.status, Object.values(failed.states)]).toEqual([1, ['failed']]);
  expect(failed.err).toContain('Not begun: 1 device.');
  rig.simulators.get('a')?.setFaults({});
  const again = await pair('--upgrade', to, '--packages', mirror);
  expect([again.status, again.states]).toEqual([0, { sw1: 'upgraded', sw2: 'upgraded' }]);
  expect(['a', 'b'].map(versionOf)).toEqual([to, to]);
});

test('what does not go with an upgrade is refused', async () => {
  await start({ sites: ['a'] });
  const refused = async (...words: readonly string[]) => (await rig.run('apply', ...words)).status;
  expect(await refused('fleet.yaml', '--yes', '--upgrade', to, '--confirm', 'manually')).toBe(64);
  expect(await refused('fleet.yaml', '--yes', '--packages', mirror)).toBe(64);
  expect(await refused('a.yaml', '--yes', '--upgrade', to, '--packages', 'mirror')).toBe(64);
  expect(await refused('plan.json', '--yes', '--upgrade', to)).toBe(64);
  expect(await refused('a.yaml', '--yes', '--upgrade', to, '--shard', '1/2')).toBe(64);
  expect(readdirSync(rig.folder).includes('.rosc')).toBe(false);
});
