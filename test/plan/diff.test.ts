// What a plan changes, and what it leaves alone.

import { expect, test } from 'vitest';
import { itemsOf } from '../../src/model/config.ts';
import { diff } from '../../src/plan/diff.ts';
import { applyChanges } from '../../src/plan/patch.ts';
import type { Change } from '../../src/plan/plan.ts';
import { configOf, type Rows, rowsOf } from '../support/config-of.ts';

function changesOf(prior: Rows, desired: Rows, options = {}): readonly string[] {
  return diff(configOf(prior), configOf(desired), options).changes.map(summary);
}

function summary({ action, menu, key, properties, ownership }: Change): string {
  const names = action === 'set' ? properties.map(({ name, before, after }) => `${name}:${before}>${after}`) : [];
  return [action, menu, key, ...names, ...(ownership ? [ownership] : [])].join(' ');
}

test('a spelling is no difference, and neither is a default', () => {
  const prior: Rows = {
    '/interface/bridge': [{ name: 'bridge1', 'vlan-filtering': 'true', priority: '0x8000', 'ageing-time': '00:05:00' }],
    '/interface/bridge/vlan': [{ bridge: 'bridge1', 'vlan-ids': '10,11,12', tagged: 'ether2,bridge1' }],
    '/ip/address': [{ address: '10.0.2.1/24', interface: 'vlan2', network: '10.0.2.0' }],
    '/ip/route': [{ 'dst-address': '10.64.0.0/12', gateway: '10.0.1.6,10.0.1.2', distance: '1', 'pref-src': '' }],
  };
  const desired: Rows = {
    '/interface/bridge': [{ name: 'bridge1', 'vlan-filtering': 'yes' }],
    '/interface/bridge/vlan': [{ bridge: 'bridge1', 'vlan-ids': '10-12', tagged: 'bridge1,ether2' }],
    '/ip/address': [{ address: '10.0.2.1/24', interface: 'vlan2' }],
    '/ip/route': [{ 'dst-address': '10.64.0.0/12', gateway: '10.0.1.2,10.0.1.6' }],
  };
  expect(changesOf(prior, desired)).toEqual([]);
});

test('what the device chooses itself, and the other end of somebody else’s link, is not set back', () => {
  const prior: Rows = {
    '/ip/address': [
      { address: '10.0.2.1/24', interface: 'vlan2', netmask: '255.255.255.0', broadcast: '10.0.2.255' },
      { address: '10.9.0.1/32', interface: 'ether9', network: '10.9.0.2' },
      { address: '10.9.1.1/32', interface: 'ether8', network: '10.9.1.2', comment: 'rosc:link/ether8' },
    ],
    '/interface/vxlan': [{ name: 'vxlan1', vni: '7', 'mac-address': '02:00:00:00:00:01', comment: 'rosc:vxlan' }],
  };
  const desired: Rows = {
    '/ip/address': [
      { address: '10.0.2.1/24', interface: 'vlan2' },
      { address: '10.9.0.1/32', interface: 'ether9' },
      { address: '10.9.1.1/32', interface: 'ether8', comment: 'rosc:link/ether8' },
    ],
    '/interface/vxlan': [{ name: 'vxlan1', vni: '7', comment: 'rosc:vxlan' }],
  };
  expect(changesOf(prior, desired)).toEqual(['set /ip/address 10.9.1.1/32 ether8 network:10.9.1.2>10.9.1.1']);
});

test('a rule that drops is not a rule that forwards', () => {
  const rule = { switch: 'switch1', ports: 'ether1', 'dst-address': '10.0.0.0/8', comment: 'rosc:acl/a' };
  const menu = '/interface/ethernet/switch/rule';
  expect(changesOf({ [menu]: [rule] }, { [menu]: [{ ...rule, 'new-dst-ports': '' }] })).toEqual([
    `set ${menu} rule:1 new-dst-ports:undefined>`,
  ]);
});

test('what nobody wants any more goes, if rosc made it', () => {
  const prior: Rows = {
    '/ip/address': [
      { address: '10.0.2.1/24', interface: 'vlan2', comment: 'rosc:gateway/left' },
      { address: '10.0.9.1/24', interface: 'ether9', comment: 'the printer' },
      { address: '10.0.8.1/24', interface: 'ether8' },
      { address: '10.0.7.1/24', interface: 'ether7', '.dynamic': 'true', comment: 'rosc:no' },
    ],
  };
  expect(changesOf(prior, {})).toEqual(['remove /ip/address 10.0.2.1/24 vlan2']);
  expect(changesOf(prior, {}, { exclusive: ['/ip/address'] })).toEqual([
    'remove /ip/address 10.0.2.1/24 vlan2',
    'remove /ip/address 10.0.9.1/24 ether9',
    'remove /ip/address 10.0.8.1/24 ether8',
  ]);
});

test('where items have no comment, the name says whose they are', () => {
  const relay = (name: string) => ({ name, interface: 'left', 'dhcp-server': '10.0.3.5' });
  const prior: Rows = { '/ip/dhcp-relay': [relay('rosc-left'), relay('left')] };
  expect(changesOf(prior, {})).toEqual(['remove /ip/dhcp-relay rosc-left']);
  expect(changesOf({ '/interface/bridge': [{ name: 'rosc-lab' }] }, {})).toEqual([]);
});

test('an item with the same key is adopted, whole', () => {
  const prior: Rows = { '/interface/vlan': [{ name: 'vlan2', interface: 'bridge1', 'vlan-id': '2', mtu: '9000' }] };
  const desired: Rows = {
    '/interface/vlan': [{ name: 'vlan2', interface: 'bridge1', 'vlan-id': '2', comment: 'rosc:vlan/left' }],
  };
  expect(changesOf(prior, desired)).toEqual([
    'set /interface/vlan vlan2 comment:undefined>rosc:vlan/left mtu:9000>1500 adopt',
  ]);
});

test('keyless items are known by tag, then by content', () => {
  const menu = '/ip/route';
  const prior: Rows = {
    [menu]: [
      { 'dst-address': '198.51.100.0/24', gateway: '10.0.2.2', comment: 'rosc:route/a' },
      { 'dst-address': '203.0.113.0/24', gateway: '10.0.3.2' },
      { 'dst-address': '192.0.2.0/24', gateway: '10.0.3.2' },
    ],
  };
  const desired: Rows = {
    [menu]: [
      { 'dst-address': '198.51.100.0/24', gateway: '10.0.2.9', comment: 'rosc:route/a' },
      { 'dst-address': '203.0.113.0/24', gateway: '10.0.3.2', comment: 'rosc:route/b' },
    ],
  };
  expect(changesOf(prior, desired)).toEqual([
    'set /ip/route 198.51.100.0/24 gateway:10.0.2.2>10.0.2.9',
    'set /ip/route 203.0.113.0/24 comment:undefined>rosc:route/b adopt',
  ]);
});

const filterMenu = '/ip/firewall/filter';
const rule = (port: string, tag: string) => ({
  chain: 'forward',
  action: 'drop',
  'dst-port': port,
  protocol: 'tcp',
  comment: `rosc:${tag}`,
});

test('an inserted rule is one addition', () => {
  const prior = { [filterMenu]: [rule('139', 'a'), rule('445', 'b')] };
  const desired = { [filterMenu]: [rule('23', 'new'), rule('139', 'a'), rule('445', 'b')] };
  expect(changesOf(prior, desired)).toEqual(['add /ip/firewall/filter forward:1']);
});

test('a rule with another name is the same rule, but no tag passes from one rule to another', () => {
  const renamed = { [filterMenu]: [rule('139', 'guests/smb')] };
  expect(changesOf({ [filterMenu]: [rule('139', 'a')] }, renamed)).toEqual([
    'set /ip/firewall/filter forward:1 comment:rosc:a>rosc:guests/smb',
  ]);
  const numbered = { [filterMenu]: [rule('139', '1'), rule('445', '2')] };
  const shifted = { [filterMenu]: [rule('23', '1'), rule('139', '2'), rule('445', '3')] };
  expect(changesOf(numbered, shifted)).toEqual([
    'add /ip/firewall/filter forward:3',
    'set /ip/firewall/filter forward:1 dst-port:139>23',
    'set /ip/firewall/filter forward:2 dst-port:445>139',
  ]);
});

test('rows of the hardware are set, never added, and only where the site speaks of them', () => {
  const prior: Rows = {
    '/interface/ethernet': [{ 'default-name': 'ether1', name: 'ether1', advertise: '1G-baseT-full', mtu: '9000' }],
    '/ip/settings': [{ 'rp-filter': 'strict' }],
  };
  const desired: Rows = {
    '/interface/ethernet': [
      { 'default-name': 'ether1', comment: 'uplink' },
      { 'default-name': 'ether99', mtu: '1500' },
    ],
    '/ip/settings': [{ 'allow-fast-path': 'no' }],
  };
  const { changes, missing } = diff(configOf(prior), configOf(desired));
  expect(changes.map(summary)).toEqual([
    'set /interface/ethernet ether1 comment:undefined>uplink',
    'set /ip/settings  allow-fast-path:undefined>no',
    // What it was is written down, so that it can be set back.
    'add /interface/list rosc-settings',
  ]);
  expect(missing.map(({ key }) => key)).toEqual(['ether99']);
});

test('radios are set and stay; access points on them come and go', () => {
  const prior: Rows = {
    '/interface/wifi': [
      { 'default-name': 'wifi1', name: 'wifi1', 'configuration.ssid': 'old', 'channel.band': '5ghz-ax' },
      { 'default-name': 'wifi2', name: 'wifi2', comment: 'rosc:raw/1', disabled: 'no' },
      { name: 'gone', 'master-interface': 'wifi1', comment: 'rosc:wifi/virtual/1' },
      // What its profile says, the device prints at the row.
      { name: 'stays', 'master-interface': 'wifi1', configuration: 'guests', 'configuration.ssid': 'guests' },
    ],
  };
  const desired: Rows = {
    '/interface/wifi': [
      { 'default-name': 'wifi1', 'configuration.ssid': 'new' },
      { 'default-name': 'wifi3', 'configuration.ssid': 'none' },
      { name: 'stays', 'master-interface': 'wifi1', configuration: 'guests' },
      { name: 'more', 'master-interface': 'wifi1', comment: 'rosc:wifi/virtual/2' },
    ],
  };
  const { changes, missing } = diff(configOf(prior), configOf(desired));
  expect(changes.map(summary)).toEqual([
    'set /interface/wifi wifi1 configuration.ssid:old>new',
    'add /interface/wifi more',
    'remove /interface/wifi gone',
    'add /interface/list rosc-settings',
  ]);
  expect(missing.map(({ key }) => key)).toEqual(['wifi3']);
});

test('built-in rows are neither changed nor added again', () => {
  const prior: Rows = { '/ip/vrf': [{ name: 'main', interfaces: 'all', '.builtin': 'true' }] };
  expect(changesOf(prior, { '/ip/vrf': [{ name: 'main', interfaces: 'ether1' }] })).toEqual([]);
});

test('VRFs stand before the one that takes all interfaces', () => {
  const main = { name: 'main', interfaces: 'all', '.builtin': 'true' };
  const [a, b] = ['a', 'b'].map((name) => ({ name, interfaces: name, comment: `rosc:vrf/${name}` }));
  const [prior, desired] = [
    [main, a],
    [a, b],
  ].map((rows) => configOf({ '/ip/vrf': rows.flatMap((row) => row ?? []) }));
  const { changes } = diff(prior ?? { items: [] }, desired ?? { items: [] });
  expect(changes.map(summary)).toEqual(['move /ip/vrf a', 'add /ip/vrf b']);
  expect(rowsOf(applyChanges(prior ?? { items: [] }, changes))['/ip/vrf']?.map(({ name }) => name)).toEqual([
    'a',
    'b',
    'main',
  ]);
});

test('what holds something that the site needs is displaced, apart from the other changes', () => {
  const prior: Rows = {
    '/interface/bridge/port': [
      { interface: 'ether1', bridge: 'bridge' },
      { interface: 'ether2', bridge: 'bridge' },
      { interface: 'ether3', bridge: 'bridge' },
    ],
    '/ip/address': [{ address: '192.168.88.1/24', interface: 'bridge' }],
    '/interface/bridge/vlan': [{ bridge: 'bridge1', 'vlan-ids': '2-5', tagged: 'ether9' }],
    '/interface/bonding': [{ name: 'bond9', slaves: 'ether7,ether8', mode: '802.3ad' }],
  };
  const desired: Rows = {
    '/interface/bridge/port': [
      { interface: 'ether1', bridge: 'bridge1', comment: 'rosc:port/ether1' },
      { interface: 'ether7', bridge: 'bridge1', comment: 'rosc:port/ether7' },
    ],
    '/ip/address': [{ address: '192.168.88.1/24', interface: 'ether3', comment: 'rosc:management' }],
    '/interface/bridge/vlan': [{ bridge: 'bridge1', 'vlan-ids': '3', comment: 'rosc:vlan/x' }],
  };
  const { changes, displaced } = diff(configOf(prior), configOf(desired));
  expect(displaced.map(summary)).toEqual([
    'remove /interface/bridge/port ether3 displace',
    'remove /interface/bridge/port ether1 displace',
    'remove /ip/address 192.168.88.1/24 bridge displace',
    'set /interface/bridge/vlan bridge1 2-5 vlan-ids:2-5>2,4,5 displace',
    'set /interface/bonding bond9 slaves:ether7,ether8>ether8 displace',
  ]);
  expect(changes.map(({ action }) => action)).toEqual(['add', 'add', 'add', 'add']);
});

test('a port of a bridge that was removed holds nothing but its own row', () => {
  const prior: Rows = { '/interface/bridge/port': [{ interface: 'ether1', bridge: '*E' }] };
  const routed: Rows = { '/ip/address': [{ address: '192.0.2.1/24', interface: 'ether1', comment: 'rosc:port' }] };
  const bridged: Rows = {
    '/interface/bridge/port': [{ interface: 'ether1', bridge: 'bridge1', comment: 'rosc:port/ether1' }],
  };
  expect(diff(configOf(prior), configOf(routed)).displaced).toEqual([]);
  expect(diff(configOf(prior), configOf(bridged)).displaced.map(summary)).toEqual([
    'remove /interface/bridge/port ether1 displace',
  ]);
});

test('an ordered menu moves as few items as possible, and foreign items keep their places', () => {
  const menu = '/ip/firewall/filter';
  const own = (name: string) => ({ chain: 'forward', action: 'accept', 'src-address': name, comment: `rosc:${name}` });
  const foreign = { chain: 'forward', action: 'drop' };
  const input = { chain: 'input', action: 'accept', comment: 'rosc:input' };
  const prior = { [menu]: [own('1.0.0.1'), own('1.0.0.2'), foreign, own('1.0.0.3'), own('1.0.0.4'), input] };
  const desired = { [menu]: [input, own('1.0.0.4'), own('1.0.0.1'), own('1.0.0.2'), own('1.0.0.9'), own('1.0.0.3')] };
  const { changes } = diff(configOf(prior), configOf(desired));
  expect(changes.map(summary)).toEqual(['move /ip/firewall/filter forward:1', 'add /ip/firewall/filter forward:4']);
  const after = applyChanges(configOf(prior), changes);
  expect(rowsOf(after)[menu]).toEqual([
    own('1.0.0.4'),
    own('1.0.0.1'),
    own('1.0.0.2'),
    foreign,
    own('1.0.0.9'),
    own('1.0.0.3'),
    input,
  ]);
});

test('equal items are told apart by their place', () => {
  const menu = '/ip/firewall/filter';
  const twin = { chain: 'forward', action: 'log' };
  const prior = configOf({ [menu]: [twin, twin, twin] });
  const { changes } = diff(prior, configOf({ [menu]: [twin] }), { exclusive: [menu] });
  expect(changes.map(({ selector }) => selector?.nth)).toEqual([1, 2]);
  expect(itemsOf(applyChanges(prior, changes), menu)).toHaveLength(1);
});
