// Rules about state that only a device shows: flags and read-only properties of items.

import { expect, test } from 'vitest';
import type { Config, Item } from '../../src/model/config.ts';
import { analyze } from '../../src/offload/analyze.ts';
import { openFixture } from '../support/rule-fixtures.ts';

const routed = `
/interface/bridge
add name=bridge1 vlan-filtering=yes
/interface/vlan
add interface=bridge1 name=vlan10 vlan-id=10
add interface=bridge1 name=vlan20 vlan-id=20
/interface/bridge/port
add bridge=bridge1 interface=PORT1 pvid=10
add bridge=bridge1 interface=PORT2 pvid=20
/interface/bridge/vlan
add bridge=bridge1 tagged=bridge1 vlan-ids=10,20
/ip/address
add address=10.0.10.1/24 interface=vlan10
add address=10.0.20.1/24 interface=vlan20
/ip/arp
add address=10.0.10.9 interface=vlan10 mac-address=00:00:5E:00:53:09
/interface/bridge/host
add bridge=bridge1 interface=PORT2 mac-address=00:00:5E:00:53:0A vid=20
/interface/ethernet/switch
set 0 l3-hw-offloading=yes
`;

/** Codes that a device with this state gets and a file does not. */
function liveCodes(change: (item: Item) => Item, extra: readonly Item[] = [], target = 'CRS326-24G-2S+ 7.18.2') {
  const ports = target.startsWith('CRS8') ? ['qsfp56-1-1', 'qsfp56-2-1'] : ['ether1', 'ether2'];
  const text = routed.replaceAll('PORT1', ports[0] ?? '').replaceAll('PORT2', ports[1] ?? '');
  const { context } = openFixture({ path: 'device.rsc', text: `# target: ${target}\n${text}` });
  const config: Config = { items: [...context.config.items.map(change), ...extra] };
  const network = {
    ...context.network,
    config,
    offload: context.network.offload && withItem(context.network.offload, config),
  };
  const codes = (where: 'audit' | 'device') =>
    analyze({ config, target: context.target, network, context: where }).diagnostics.map(({ code }) => code);
  const inFile = new Set(codes('audit'));
  return codes('device').filter((code) => !inFile.has(code));
}

function withItem<T extends { readonly item: Item | undefined }>(chip: T, { items }: Config): T {
  return { ...chip, item: items.find(({ menu }) => menu === '/interface/ethernet/switch') };
}

function withState(menu: string, state: Readonly<Record<string, string>>) {
  return (item: Item): Item => (item.menu === menu ? { ...item, state: new Map(Object.entries(state)) } : item);
}

test('the driver has stopped', () => {
  expect(liveCodes(withState('/interface/ethernet/switch', { 'l3hw-state': 'out-of-memory' }))).toEqual([
    'l3hw/l3hw-driver-failed',
  ]);
  expect(liveCodes(withState('/interface/ethernet/switch', { 'l3hw-state': 'ok' }))).toEqual([]);
});

test('a neighbour at no port', () => {
  expect(liveCodes(withState('/ip/arp', { complete: 'true' }))).toEqual(['route/connected-host-no-fdb']);
  expect(liveCodes(withState('/ip/arp', { complete: 'false' }))).toEqual([]);
});

test('a package that is missing', () => {
  const installed = (name: string): Item => ({
    menu: '/system/package',
    key: name,
    origin: { kind: 'device', device: 'core', menu: '/system/package', key: name },
    properties: new Map([
      ['name', { value: name, origin: { kind: 'device', device: 'core', menu: '/system/package', key: name } }],
    ]),
  });
  const crs812 = 'CRS812-8DS-2DQ-2DDQ 7.24.1';
  expect(liveCodes((item) => item, [installed('routeros')], crs812)).toEqual(['l3hw/l3hw-package-missing']);
  expect(liveCodes((item) => item, [installed('routeros'), installed('switch-marvell')], crs812)).toEqual([]);
  expect(liveCodes((item) => item, [installed('routeros')])).toEqual([]);
});

test('a port that spanning tree blocks', () => {
  expect(liveCodes(withState('/interface/bridge/port', { role: 'alternate-port' }))).toEqual(['l2/stp-blocking-hw']);
  expect(liveCodes(withState('/interface/bridge/port', { role: 'root-port' }))).toEqual([]);
});

test('a sniffer that runs', () => {
  const sniffer = (running: string): Item => ({
    menu: '/tool/sniffer',
    key: '',
    origin: { kind: 'device', device: 'core', menu: '/tool/sniffer', key: '' },
    properties: new Map(),
    state: new Map([['running', running]]),
  });
  expect(liveCodes((item) => item, [sniffer('true')])).toContain('fastpath/fp-sniffer-torch');
  expect(liveCodes((item) => item, [sniffer('false')])).not.toContain('fastpath/fp-sniffer-torch');
});
