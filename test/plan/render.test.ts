// Plans as people read them and as files keep them: goldens in fixtures/plan/, and files that are not what they say.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { expect, test } from 'vitest';
import { coloured } from '../../src/diagnostics/palette.ts';
import { loadIntent } from '../../src/intent/load.ts';
import { lower } from '../../src/lower/lower.ts';
import { makePlan, planFromNothing } from '../../src/plan/make-plan.ts';
import { parsePlan, printPlan, restoreSecrets } from '../../src/plan/plan-file.ts';
import { renderPlan } from '../../src/plan/render.ts';
import { renderScript } from '../../src/report/script.ts';
import { builtInProfiles } from '../support/built-in-profiles.ts';
import { configOf } from '../support/config-of.ts';
import { projectRoot } from '../support/project-root.ts';

const fixtures = join(projectRoot, 'fixtures');
const profiles = builtInProfiles();

function loweredSite(name: string, device: string) {
  const text = readFileSync(join(fixtures, 'sites', name, 'site.yaml'), 'utf8');
  const intent = loadIntent({ path: 'site.yaml', text }, { profiles }).value;
  const target = intent?.devices.get(device)?.target;
  if (!intent || !target) throw new Error(`${name} has no ${device}`);
  return lower(intent, device, target).value;
}

const rig = loweredSite('rig', 'core').config;
const device = { name: 'core', model: 'CRS326-24G-2S+', serial: 'HG1234', routeros: '7.14.3' };
const ports = ['ether24', 'sfp-sfpplus1', 'sfp-sfpplus2'];

/** As after `reset-configuration no-defaults=yes`. */
const fresh = configOf({
  '/interface/ethernet': ports.map((name) => ({ 'default-name': name, name, '.mac-address': '48:A9:8A:00:00:01' })),
  '/interface/ethernet/switch': [{ name: 'switch1' }],
  '/interface/ethernet/switch/port': ports.map((name) => ({ name })),
});
/** As the factory leaves it: one bridge over all ports, one address. */
const factory = configOf({
  '/interface/ethernet': ports.map((name) => ({ 'default-name': name, name, '.mac-address': '48:A9:8A:00:00:01' })),
  '/interface/ethernet/switch': [{ name: 'switch1' }],
  '/interface/ethernet/switch/port': ports.map((name) => ({ name })),
  '/interface/bridge': [{ name: 'bridge', comment: 'defconf' }],
  '/interface/bridge/port': ports.map((port) => ({ interface: port, bridge: 'bridge', comment: 'defconf' })),
  '/ip/address': [{ address: '192.168.88.1/24', interface: 'bridge', comment: 'defconf' }],
});

test.each([
  ['rig-fresh', fresh],
  ['rig-factory', factory],
])('the plan for %s', async (name, prior) => {
  const { value: plan } = makePlan({
    site: 'rig',
    device,
    prior,
    desired: rig,
    managementAddress: '192.168.88.1',
    predictions: [
      {
        menu: '/ip/route',
        key: '198.51.100.0/24',
        kind: 'route',
        placement: 'hardware',
        before: 'cpu',
        because: ['l3hw/switch-off'],
      },
    ],
  });
  await expect(renderPlan(plan, { width: 100 })).toMatchFileSnapshot(join(fixtures, 'plan', `${name}.txt`));
});

test('the script for a device out of its box', async () => {
  const script = renderScript(planFromNothing(rig), { title: ['core: CRS326-24G-2S+, RouterOS 7.14.3'] });
  await expect(script).toMatchFileSnapshot(join(fixtures, 'plan', 'rig.rsc'));
});

test('colour changes nothing but colour', () => {
  const { value: plan } = makePlan({ site: 'rig', device, prior: factory, desired: rig });
  const painted = renderPlan(plan, { palette: coloured });
  expect(stripVTControlCharacters(painted)).toBe(renderPlan(plan));
});

test('a plan that was written is read as it was', () => {
  const { value: plan } = makePlan({ site: 'rig', device, prior: factory, desired: rig });
  const read = parsePlan({ path: 'plan.json', text: printPlan(plan) });
  expect(read.diagnostics).toEqual([]);
  expect(read.value).toEqual(plan);
});

test.each([
  ['{', 'plan/malformed-file'],
  ['{"version":2}', 'plan/other-file-format'],
  ['{"version":1,"changes":[]}', 'plan/malformed-file'],
])('%s is no plan', (text, code) => {
  const { value, diagnostics } = parsePlan({ path: 'plan.json', text });
  expect(value).toBeUndefined();
  expect(diagnostics.map((each) => each.code)).toEqual([code]);
});

test('a file of nothing but mistakes is no plan', () => {
  const changes = Array.from({ length: 150_000 }, () => ({ action: 'add', menu: '/ip/route' }));
  const { diagnostics } = parsePlan({ path: 'plan.json', text: JSON.stringify({ version: 1, changes }) });
  expect(diagnostics.map((each) => each.code)).toEqual(['plan/malformed-file']);
});

test('no part of a plan file is taken on trust', () => {
  const { value: plan } = makePlan({ site: 'rig', device, prior: fresh, desired: rig });
  const parts: ((plan: Record<string, unknown>) => void)[] = [
    (read) => Object.assign(read, { extra: 1 }),
    (read) => Object.assign(read, { menus: ['ip/address'] }),
    (read) => Object.assign(read, { changes: [{ action: 'reset' }] }),
  ];
  for (const spoil of parts) {
    const read = JSON.parse(printPlan(plan));
    spoil(read);
    expect(parsePlan({ path: 'plan.json', text: JSON.stringify(read) }).value).toBeUndefined();
  }
});

test('a plan file holds no secret, and gets it back from the site', () => {
  const menu = '/routing/bgp/connection';
  const desired = configOf({ [menu]: [{ name: 'spine1', 'tcp-md5-key': 'hush', comment: 'rosc:bgp' }] });
  const { value: plan } = makePlan({ site: 's', device, prior: configOf({}), desired });
  const text = printPlan(plan);
  expect(text).not.toContain('hush');
  expect(renderPlan(plan)).not.toContain('hush');
  const file = { path: 'plan.json', text };
  const read = parsePlan(file).value;
  if (!read) throw new Error('the plan is not read');
  expect(restoreSecrets(read, desired, file)).toEqual({ value: plan, diagnostics: [] });
  expect(restoreSecrets(read, configOf({}), file).diagnostics.map(({ code }) => code)).toEqual(['plan/secret-missing']);
});

test('digests of one secret in two plans have nothing in common, and no unsalted hash is among them', () => {
  const menu = '/routing/bgp/connection';
  const rows = ['a', 'b', 'c'].map((name) => ({
    name,
    'tcp-md5-key': name === 'c' ? 'other' : 'hush',
    comment: 'rosc:x',
  }));
  const { value: plan } = makePlan({ site: 's', device, prior: configOf({}), desired: configOf({ [menu]: rows }) });
  const digests = () =>
    [...printPlan(plan).matchAll(/"scrypt:([^:]+):([^"]+)"/g)].map(([, salt, hash]) => ({ salt, hash }));
  const [one, two] = [digests(), digests()];
  expect(one).toHaveLength(3);
  // Within one plan equal secrets are equal: that is what `apply` finds them by.
  expect(new Set(one.map(({ hash }) => hash)).size).toBe(2);
  expect(new Set([...one, ...two].map(({ salt }) => salt)).size).toBe(2);
  expect(new Set([...one, ...two].map(({ hash }) => hash)).size).toBe(4);
  expect(printPlan(plan)).not.toMatch(/"after": "sha256:/);
});

test('a plan that was read is written as it was, its digests among it', () => {
  const desired = configOf({ '/routing/bgp/connection': [{ name: 'a', 'tcp-md5-key': 'hush', comment: 'rosc:x' }] });
  const { value: plan } = makePlan({ site: 's', device, prior: configOf({}), desired });
  const read = parsePlan({ path: 'plan.json', text: printPlan(plan) }).value;
  expect(read && JSON.parse(printPlan(read))).toEqual(read);
  expect(JSON.stringify(read)).toContain('"scrypt:');
});

test('what only the device knows is filled in, and missing rows are named', () => {
  const desired = configOf({
    '/interface/bridge': [{ name: 'bridge1', 'admin-mac': '@mac-of:ether24', comment: 'rosc:bridge' }],
    '/interface/ethernet': [{ 'default-name': 'ether99', mtu: '1600' }],
  });
  const { value: plan, diagnostics } = makePlan({ site: 's', device, prior: fresh, desired });
  expect(plan.changes[0]?.properties).toContainEqual({ name: 'admin-mac', after: '48:A9:8A:00:00:01' });
  expect(diagnostics.map(({ code }) => code)).toEqual(['plan/no-such-row']);
  const holes = makePlan({ site: 's', device, prior: configOf({}), desired }).diagnostics.map(({ code }) => code);
  expect(holes).toContain('plan/unresolved-value');
  expect(renderScript(planFromNothing(desired), { title: [] })).toContain(
    'admin-mac=[/interface/ethernet/get [find default-name="ether24"] mac-address]',
  );
});

test('a port that the device calls otherwise is named, with what to write', () => {
  const prior = configOf({
    '/interface/ethernet': [
      { 'default-name': 'ether1', name: 'wan' },
      { 'default-name': 'ether2', name: 'desk' },
    ],
    '/interface/ethernet/switch/port': [{ name: 'wan' }, { name: 'desk' }],
  });
  const desired = configOf({
    '/interface/ethernet': [{ 'default-name': 'ether1', name: 'uplink' }],
    '/interface/ethernet/switch/port': [
      { name: 'uplink', 'l3-hw-offloading': 'yes' },
      { name: 'ether2', 'l3-hw-offloading': 'yes' },
    ],
  });
  const { diagnostics } = makePlan({ site: 's', device, prior, desired });
  expect(diagnostics.map(({ code, fix }) => [code, fix?.title.split(',')[0]])).toEqual([
    ['plan/no-such-row', 'write `names: { ether1: wan }`'],
    ['plan/no-such-row', 'write `names: { ether2: desk }`'],
  ]);
});

test('a simulated device gets the secrets that a site has in plain text, and no others', () => {
  const desired = configOf({
    '/ppp/secret': [{ name: 'road', password: 'hidden-word' }],
    '/routing/bgp/connection': [{ name: 'spine', 'tcp-md5-key': '@env:SPINE_KEY' }],
  });
  const printed = renderScript(planFromNothing(desired), { title: [] });
  expect(printed).not.toContain('hidden-word');
  const loaded = renderScript(planFromNothing(desired), { title: [], holdsSecrets: true });
  expect(loaded).toContain('/ppp/secret/add name=road password=hidden-word\n');
  expect(loaded).not.toContain('@env');
});

test('a name that lets people in is in no script: the whole item is left to who imports it', () => {
  const secret = { name: 'hidden-word', addresses: '192.0.2.0/24', 'authentication-password': 'other-word' };
  const user = { name: 'monitor', security: 'private' };
  const script = renderScript(planFromNothing(configOf({ '/snmp/community': [secret, user] })), { title: [] });
  expect(script.split('\n').filter((line) => line !== '')).toEqual([
    '# Secret, not in this file: add it by hand after the import, its name from the site, which has it in plain text, ' +
      'its authentication-password from the site, which has it in plain text:',
    '#   /snmp/community/add addresses=192.0.2.0/24 name=... authentication-password=...',
    '/snmp/community/add name=monitor security=private',
  ]);
});

test('a secret stays out of a script, which says how to set it', () => {
  const desired = configOf({
    '/routing/bgp/connection': [{ name: 'spine', 'remote.as': '65000', 'tcp-md5-key': '@env:SPINE_KEY' }],
    '/routing/ospf/interface-template': [
      { interfaces: 'ether1', area: 'backbone', 'auth-key': '@file:ospf.key', comment: 'rosc:ospf/backbone/ether1' },
    ],
  });
  const script = renderScript(planFromNothing(desired), { title: [] });
  expect(script).not.toMatch(/@env|@file/);
  expect(script.split('\n').filter((line) => line !== '')).toEqual([
    '/routing/bgp/connection/add name=spine remote.as=65000',
    '# Secret, not in this file: set it by hand after the import, from environment variable SPINE_KEY:',
    '#   /routing/bgp/connection/set [find name="spine"] tcp-md5-key=...',
    '/routing/ospf/interface-template/add interfaces=ether1 area=backbone comment=rosc:ospf/backbone/ether1',
    '# Secret, not in this file: set it by hand after the import, from file ospf.key:',
    '#   /routing/ospf/interface-template/set [find comment="rosc:ospf/backbone/ether1"] auth-key=...',
  ]);
});
