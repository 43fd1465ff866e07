// Reading the smaller kinds of file, and what the parts of a site say about each other: work in proportion, counted as
// in growth.test.ts. What a package does by itself is not counted.

import { expect, test } from 'vitest';
import { readOutput } from '../../src/host/read-output.ts';
import { addressesOf } from '../../src/import/addresses.ts';
import { analyseSource } from '../../src/pipeline/analyse/analyse-site.ts';
import { subjectOfExport } from '../../src/pipeline/import/import-subject.ts';
import { loadProfiles } from '../../src/profile/load.ts';
import { builtInProfiles } from '../support/built-in-profiles.ts';
import { growthOf } from '../support/work-of.ts';

const inProportion = 4.5;
const profiles = { value: builtInProfiles(), diagnostics: [] };
const many = (count: number, line: (index: number) => string) =>
  Array.from({ length: count }, (_, n) => line(n)).join('');

const head = 'version: 1\nsite: a\n';
const core = `devices:
  core:
    model: CRS326-24G-2S+
    routeros: 7.20.8
    ports: { ether1: { vlan: office } }
    gateways: { office: 10.0.0.1 }
    dhcp-server: { office: { range: 10.0.0.2-10.0.0.3, fixed: {`;
const address = (n: number) => `${(n >> 16) + 1}.${(n >> 8) & 255}.${n & 255}`;
const byte = (n: number) => (n & 255).toString(16).padStart(2, '0');
const mac = (n: number) => `02:00:00:00:${byte(n >> 8)}:${byte(n)}`;
const vlan = (n: number, network: string) => `  v${n}: { id: ${n + 2}, ipv4: ${network} }\n`;
const middle = (n: number) => `10.${(n >> 8) & 255}.${n & 255}.0`;

test.each([
  ['networks', (n: number) => vlan(n, `${middle(n)}/24`)],
  ['equal networks', (n: number) => vlan(n, '10.0.0.0/24')],
  ['networks of all lengths', (n: number) => vlan(n, `${middle(n)}/${8 + (n % 17)}`)],
])('a site with many %s', (_, line) => {
  const check = (count: number) => {
    const text = `${head}devices: {}\nvlans:\n${many(count, line)}`;
    analyseSource({ path: 'x.yaml', text }, profiles, {});
  };
  expect(growthOf(check, 500, 2000)).toBeLessThan(inProportion);
});

test('a site with many fixed leases', () => {
  const check = (count: number) => {
    const leases = many(count, (n) => `h${n}: { mac: '${mac(n)}', address: 10.${address(n)} }, `);
    const text = `${head}vlans: { office: { id: 2, ipv4: 10.0.0.0/8 } }\n${core}${leases}} } }\n`;
    const { diagnostics } = analyseSource({ path: 'x.yaml', text }, profiles, {});
    expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  };
  expect(growthOf(check, 300, 1200)).toBeLessThan(inProportion);
});

test.each([
  ['keys', (n: number) => `k${n}: 1\n`],
  ['equal keys', () => 'name: a\n'],
])('a profile with many %s', (_, line) => {
  const load = (count: number) => {
    const file = { path: 'chips/x.yaml', text: many(count, line) };
    expect(loadProfiles([file]).diagnostics.length).toBeGreaterThan(0);
  };
  expect(growthOf(load, 500, 2000)).toBeLessThan(inProportion);
});

test('what a host says of many links, each place of it', () => {
  const link = (n: number) => `{"ifname":"e${n}","mtu":1500,"max_mtu":9000,"operstate":"UP"},`;
  const read = (count: number) => {
    const file = { path: 'links.json', text: `[${many(count, link)}{"ifname":"end","mtu":9}]` };
    const { interfaces = [] } = readOutput(file) ?? {};
    expect(interfaces).toHaveLength(count + 1);
    expect(interfaces.map(({ mtu }) => mtu && file.text.slice(mtu.at.start, mtu.at.end))).toEqual(
      interfaces.map(({ mtu }) => String(mtu?.value)),
    );
  };
  expect(growthOf(read, 500, 2000)).toBeLessThan(inProportion);
});

test.each([
  ['one interface', () => 'ether1'],
  ['an interface each', (n: number) => `v${n}`],
])('what an import finds of many addresses of %s', (_, on) => {
  const exportOf = (count: number) => {
    const rows = many(count, (n) => `add address=10.${n >> 8}.${n & 255}.1/24 interface=${on(n)}\n`);
    const vlans = many(count, (n) => `add interface=ether1 name=v${n} vlan-id=${n + 2}\n`);
    const header = '# 2026-01-02 03:04:05 by RouterOS 7.20.8\n# model = CRS326-24G-2S+\n';
    const text = `${header}/interface vlan\n${vlans}/ip address\n${rows}`;
    return subjectOfExport({ path: 'x.rsc', text }, { profiles: profiles.value }).value?.config ?? { items: [] };
  };
  const configs = new Map([500, 2000].map((count) => [count, exportOf(count)]));
  const find = (count: number) => {
    const addresses = addressesOf(configs.get(count) ?? { items: [] }, []);
    expect([...addresses.values()].flat()).toHaveLength(count);
  };
  expect(growthOf(find, 500, 2000)).toBeLessThan(inProportion);
});
