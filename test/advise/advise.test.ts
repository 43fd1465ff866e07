// `rosc advise`: other models in a device's place.

import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mapPorts } from '../../src/advise/map-ports.ts';
import { type Advice, rank } from '../../src/advise/rate-model.ts';
import { renameInLines, retarget } from '../../src/advise/retarget.ts';
import { main } from '../../src/cli.ts';
import { parseVersion } from '../../src/model/version.ts';
import { adviseDevice } from '../../src/pipeline/analyse/advise-device.ts';
import { analyseSite, isAnalysed } from '../../src/pipeline/analyse/analyse-site.ts';
import { makeTarget } from '../../src/profile/make-target.ts';
import { softwareRouters } from '../../src/profile/software-routers.ts';
import type { Target } from '../../src/profile/target.ts';
import { type DeviceAdvice, priceClass, renderAdvice } from '../../src/report/advice.ts';
import { builtInProfiles, profilesOf } from '../support/built-in-profiles.ts';
import { memoryIo } from '../support/memory-io.ts';
import { projectRoot } from '../support/project-root.ts';
import { change, read } from '../support/valid-site.ts';

const profiles = builtInProfiles();
const version = parseVersion('7.20.8');

function targetOf(model: string): Target {
  const target = version && makeTarget(profiles, model, version);
  if (!target) throw new Error(`no model ${model}`);
  return target;
}

test('ports move to ports of their speed, and what is lost is named', () => {
  const switchTarget = targetOf('CRS326-24G-2S+');
  const mapped = mapPorts(['ether1', 'ether2', 'sfp-sfpplus1'], switchTarget, targetOf('CRS309-1G-8S+'));
  expect([...mapped.ports]).toEqual([
    ['sfp-sfpplus1', 'sfp-sfpplus1'],
    ['ether1', 'ether1'],
    ['ether2', 'sfp-sfpplus2'],
  ]);
  expect(mapped).toMatchObject({ missing: [], slower: [], replugged: 1 });
  const small = mapPorts(
    ['ether1', 'ether2', 'ether3', 'ether4', 'ether5', 'sfp-sfpplus1'],
    switchTarget,
    targetOf('RB450Gx4'),
  );
  expect(small.slower).toEqual([{ from: 'sfp-sfpplus1', to: 'ether1', mbps: 1000, mbpsWanted: 10_000 }]);
  expect(small.missing).toEqual(['ether5']);
});

test('no port takes two places, and none is lost on the way', () => {
  const models = [...profiles.models.keys()];
  fc.assert(
    fc.property(fc.constantFrom(...models), fc.constantFrom(...models), fc.nat(), (a, b, count) => {
      const [from, to] = [targetOf(a), targetOf(b)];
      const used = [...from.ports.keys()].slice(0, (count % from.ports.size) + 1);
      const { ports, missing } = mapPorts(used, from, to);
      expect(new Set(ports.values()).size).toBe(ports.size);
      expect([...ports.keys(), ...missing].sort()).toEqual([...used].sort());
      for (const name of ports.values()) expect(to.ports.has(name)).toBe(true);
    }),
  );
});

test('the names of ports in `raw:` lines move with them, and no others', () => {
  const renaming = new Map([['ether1', 'sfp-sfpplus3']]);
  expect(renameInLines('set ether1,ether10 comment=ether1-desk name=my-ether1', renaming)).toBe(
    'set sfp-sfpplus3,ether10 comment=ether1-desk name=my-ether1',
  );
});

test('what fits comes first, then what loses nothing, then what is cheaper', () => {
  const base: Advice = {
    model: 'a',
    chip: undefined,
    fits: true,
    mapping: { ports: new Map(), missing: [], slower: [], replugged: 0 },
    hardware: { count: 1, total: 2 },
    flows: { count: 0, failing: [], unproven: [] },
    ceilings: {},
    losses: [],
  };
  const order = rank([
    { ...base, model: 'misfit', fits: false, priceUsd: 1 },
    { ...base, model: 'unproven', fits: 'unknown', priceUsd: 2 },
    { ...base, model: 'dear', priceUsd: 900 },
    { ...base, model: 'lossy', priceUsd: 1, losses: [{ code: 'x', severity: 'warning', what: '' }] },
    { ...base, model: 'cheap', priceUsd: 90 },
    { ...base, model: 'unpriced' },
    { ...base, model: 'hard', hardware: { count: 2, total: 2 } },
  ]);
  expect(order.map(({ model }) => model)).toEqual(['hard', 'cheap', 'dear', 'unpriced', 'lossy', 'unproven', 'misfit']);
});

test('the site’s own model is judged as `check` judges it', async () => {
  const io = memoryIo();
  expect(await main(['advise', 'fixtures/sites/rig/site.yaml', '--json'], io)).toBe(0);
  const { devices, references } = JSON.parse(io.out());
  const models: { model: string; fits: boolean; losses: unknown[] }[] = devices[0].models;
  expect(models).toHaveLength(profiles.models.size);
  expect(models.find(({ model }) => model === 'CRS326-24G-2S+')).toMatchObject({ fits: true, missing: [], losses: [] });
  // Two ports of 10 Gbit/s have no place there.
  expect(models.find(({ model }) => model === 'RB450Gx4')).toMatchObject({ fits: false });
  expect(references[0]).toMatchObject({
    name: 'VPP',
    rates: { 'policy routing': 9.2e6, routing: 8.7e6 },
    grade: 'reported',
  });
});

/** Switches that route in hardware, one that does not, and routers; of each, some whose CPU nobody measured. */
const models = [
  ...['CCR2004-16G-2S+', 'CCR2116-12G-4S+', 'CRS112-8P-4S', 'CRS309-1G-8S+', 'CRS326-24G-2S+', 'CRS354-48G-4S+2Q+'],
  ...['RB3011UiAS', 'RB4011iGS+', 'RB5009UG+S+', 'RB750Gr3'],
];

async function adviceFor(name: string, deviceName: string): Promise<DeviceAdvice> {
  const site = await analyseSite(memoryIo(), `fixtures/sites/${name}/site.yaml`, { only: [deviceName] });
  const device = isAnalysed(site) ? site.intent.devices.get(deviceName) : undefined;
  if (!isAnalysed(site) || !device) throw new Error(`${name} has no device ${deviceName}`);
  return adviseDevice(profilesOf(...models), site.intent, device);
}

test.each([['rig', 'core', 3] as const, ['nat-edge', 'edge', Number.POSITIVE_INFINITY] as const])(
  'the table for %s',
  async (site, device, limit) => {
    const table = renderAdvice([await adviceFor(site, device)], softwareRouters(), { limit });
    await expect(table).toMatchFileSnapshot(join(projectRoot, 'fixtures/advise', `${site}.txt`));
  },
);

test('a router of the edge is not advised to become a switch', async () => {
  const [first] = (await adviceFor('datacenter', 'edge')).advice;
  expect(first).toMatchObject({ fits: true, losses: [] });
});

test('a flow of a known rate on a CPU that nobody measured fits unknown, behind every model that is known', async () => {
  const { advice } = await adviceFor('nat-edge', 'edge');
  const named = (name: string) => advice.find(({ model }) => model === name);
  expect(named('CRS112-8P-4S')).toMatchObject({ fits: 'unknown', flows: { unproven: ['surf'] } });
  expect(named('RB5009UG+S+')).toMatchObject({ fits: true, flows: { unproven: [] } });
  // Its slow path is known to be too slow, and FastTrack may be fast enough: nobody published it.
  expect(named('RB750Gr3')).toMatchObject({ fits: 'unknown' });
  const order = advice.map(({ fits }) => [true, 'unknown', false].indexOf(fits));
  expect(order).toEqual(order.toSorted((a, b) => a - b));
});

test('every software router has a source', () => {
  for (const { cite } of softwareRouters()) expect(profiles.sources.has(cite)).toBe(true);
});

test('price classes', () => {
  expect([99, 100, 299, 300, 1000].map(priceClass)).toEqual(['$', '$$', '$$', '$$$', '$$$$']);
});

test('the ports that a port may reach keep their meaning on another model', () => {
  const intent = read(change('ether1-4: { vlan: left }', 'ether1: { vlan: left, isolation: ether5-6 }'));
  const device = intent.devices.get('core');
  if (!device) throw new Error('the sound site has a core');
  const renaming = new Map([
    ['ether1', 'sfp-sfpplus1'],
    ['ether5', 'sfp-sfpplus5'],
    ['ether6', 'sfp-sfpplus7'],
  ]);
  const moved = retarget(intent, device, targetOf('CRS317-1G-16S+'), renaming).devices.get('core');
  expect(moved?.ports.get('sfp-sfpplus1')?.settings.isolation).toEqual(['sfp-sfpplus5', 'sfp-sfpplus7']);
});
