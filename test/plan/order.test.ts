// The order in which changes are safe, and what they do to traffic meanwhile.

import { expect, test } from 'vitest';
import { diff } from '../../src/plan/diff.ts';
import { makePlan, planFromNothing, withDisplaced } from '../../src/plan/make-plan.ts';
import { order } from '../../src/plan/order.ts';
import type { Change } from '../../src/plan/plan.ts';
import { configOf, type Rows } from '../support/config-of.ts';

const device = { name: 'core', model: 'CRS326-24G-2S+', serial: 'S1', routeros: '7.14.3' };

function ordered(prior: Rows, desired: Rows): readonly string[] {
  const before = configOf(prior);
  return order(diff(before, configOf(desired)).changes, { prior: before }).map(summary);
}

function summary({ phase, action, menu, key, properties }: Change): string {
  const names = action === 'set' ? ` ${properties.map(({ name, after }) => `${name}=${after ?? ''}`).join(' ')}` : '';
  return `${phase}: ${action} ${menu} ${key}${names}`;
}

const bridged: Rows = {
  '/interface/ethernet/switch': [{ name: 'switch1', 'l3-hw-offloading': 'yes' }],
  '/interface/bridge': [{ name: 'bridge1', 'vlan-filtering': 'yes', comment: 'rosc:bridge' }],
  '/interface/bridge/port': [{ interface: 'ether1', bridge: 'bridge1', pvid: '2', comment: 'rosc:port/ether1' }],
  '/interface/bridge/vlan': [{ bridge: 'bridge1', 'vlan-ids': '2', tagged: 'bridge1', comment: 'rosc:vlan/2' }],
  '/interface/vlan': [{ name: 'vlan2', interface: 'bridge1', 'vlan-id': '2', comment: 'rosc:vlan/2' }],
  '/ip/address': [{ address: '10.0.2.1/24', interface: 'vlan2', comment: 'rosc:gateway/2' }],
};

const added = { address: '10.0.9.1/24', interface: 'vlan2', comment: 'rosc:gateway/9' };

test('a fresh device gets its VLAN table before the bridge filters, and L3 offload last', () => {
  expect(planFromNothing(configOf(bridged)).map(summary)).toEqual([
    'add: add /interface/bridge bridge1',
    'add: add /interface/vlan vlan2',
    'add: add /interface/bridge/vlan bridge1 2',
    'add: add /ip/address 10.0.2.1/24 vlan2',
    'ports: add /interface/bridge/port ether1',
    'bridge: set /interface/bridge bridge1 vlan-filtering=yes',
    'offload-on: set /interface/ethernet/switch switch1 l3-hw-offloading=yes',
  ]);
});

test('L3 offload pauses around layer-2 work, and nothing is removed while it is used', () => {
  const { '/interface/ethernet/switch': switches = [] } = bridged;
  expect(ordered(bridged, { '/interface/ethernet/switch': switches })).toEqual([
    'offload-off: set /interface/ethernet/switch switch1 l3-hw-offloading=no',
    'remove: remove /ip/address 10.0.2.1/24 vlan2',
    'remove: remove /interface/bridge/port ether1',
    'remove: remove /interface/bridge/vlan bridge1 2',
    'remove: remove /interface/vlan vlan2',
    'remove: remove /interface/bridge bridge1',
    'offload-on: set /interface/ethernet/switch switch1 l3-hw-offloading=yes',
  ]);
});

test('routes, addresses and comments do not make L3 offload pause', () => {
  const desired: Rows = {
    ...bridged,
    '/interface/vlan': [{ name: 'vlan2', interface: 'bridge1', 'vlan-id': '2', comment: 'rosc:vlan/2 left' }],
    '/ip/route': [{ 'dst-address': '192.0.2.0/24', gateway: '10.0.2.2', comment: 'rosc:route/x' }],
  };
  expect(ordered(bridged, desired)).toEqual([
    'add: set /interface/vlan vlan2 comment=rosc:vlan/2 left',
    'add: add /ip/route 192.0.2.0/24',
  ]);
});

test('a port that is sized by the menu of all interfaces is one all the same', () => {
  const { '/interface/ethernet/switch': switches = [] } = bridged;
  const bridge = { name: 'bridge1', comment: 'rosc:bridge' };
  const prior: Rows = {
    '/interface/ethernet/switch': switches,
    '/interface': [{ name: 'ether1', mtu: '1500', l2mtu: '9000' }],
    '/interface/bridge': [bridge],
  };
  const desired: Rows = {
    '/interface': [{ name: 'ether1', mtu: '9000', l2mtu: '2000' }],
    '/interface/bridge': [{ ...bridge, mtu: '9000' }],
  };
  expect(ordered(prior, desired)).toEqual([
    'offload-off: set /interface/ethernet/switch switch1 l3-hw-offloading=no',
    'add: set /interface ether1 mtu=9000',
    'add: add /interface/list rosc-settings',
    'add: set /interface/bridge bridge1 mtu=9000',
    'mtu: set /interface ether1 l2mtu=2000',
    'offload-on: set /interface/ethernet/switch switch1 l3-hw-offloading=yes',
  ]);
});

test('a port has another MAC address while L3 offload is off, once what is new stands', () => {
  const port = (mac: string): Rows => ({
    ...bridged,
    '/interface/ethernet': [{ 'default-name': 'ether1', 'mac-address': mac }],
  });
  const desired = { ...port('02:00:00:00:00:02'), '/ip/address': [...(bridged['/ip/address'] ?? []), added] };
  expect(ordered(port('02:00:00:00:00:01'), desired)).toEqual([
    'offload-off: set /interface/ethernet/switch switch1 l3-hw-offloading=no',
    'add: add /ip/address 10.0.9.1/24 vlan2',
    'mtu: set /interface/ethernet ether1 mac-address=02:00:00:00:00:02',
    'offload-on: set /interface/ethernet/switch switch1 l3-hw-offloading=yes',
  ]);
});

test('a limit is replaced in one go with the policies, once the ports are there that it is for', () => {
  const limit = (name: string, rate: string) => ({
    name,
    target: '10.0.2.0/24',
    'max-limit': rate,
    comment: `rosc:${name}`,
  });
  const port = { interface: 'ether2', bridge: 'bridge1', pvid: '2', comment: 'rosc:port/ether2' };
  const prior: Rows = { '/queue/simple': [limit('fast', '5M/5M')] };
  const desired: Rows = { '/queue/simple': [limit('slow', '1M/1M')], '/interface/bridge/port': [port] };
  expect(ordered(prior, desired)).toEqual([
    'ports: add /interface/bridge/port ether2',
    'policy: add /queue/simple slow',
    'policy: remove /queue/simple fast',
  ]);
});

test('what a bond needs is given up before the bond is made', () => {
  const prior: Rows = {
    '/interface/bridge/port': [{ interface: 'ether7', bridge: 'bridge1', comment: 'rosc:port/ether7' }],
  };
  const desired: Rows = {
    '/interface/bonding': [{ name: 'storage', slaves: 'ether6,ether7', comment: 'rosc:bond/storage' }],
    '/interface/bridge/port': [{ interface: 'storage', bridge: 'bridge1', comment: 'rosc:port/storage' }],
  };
  expect(ordered(prior, desired)).toEqual([
    'add: remove /interface/bridge/port ether7',
    'add: add /interface/bonding storage',
    'ports: add /interface/bridge/port storage',
  ]);
});

test('an MTU grows from the port up and shrinks from the top down', () => {
  const sized = (mtu: string): Rows => ({
    '/interface/ethernet': [{ 'default-name': 'ether1', l2mtu: `${Number(mtu) + 100}`, mtu }],
    '/interface/bridge': [{ name: 'bridge1', mtu, comment: 'rosc:bridge' }],
    '/interface/vlan': [{ name: 'vlan2', interface: 'bridge1', 'vlan-id': '2', mtu, comment: 'rosc:vlan' }],
  });
  const menus = (lines: readonly string[]) => lines.map((line) => line.split(' ')[2]);
  expect(menus(ordered(sized('1500'), sized('9000')))).toEqual([
    '/interface/ethernet',
    '/interface/bridge',
    '/interface/vlan',
  ]);
  expect(menus(ordered(sized('9000'), sized('1500')))).toEqual([
    '/interface/vlan',
    '/interface/bridge',
    '/interface/ethernet',
  ]);
});

test('a rule goes before the list that it names, and no earlier than the rules that replace it', () => {
  const prior: Rows = {
    '/interface/list': [{ name: 'guests', comment: 'rosc:zone/guests' }],
    '/ip/firewall/filter': [
      { chain: 'forward', action: 'drop', 'in-interface-list': 'guests', comment: 'rosc:policy/old' },
    ],
  };
  const desired: Rows = {
    '/ip/firewall/filter': [{ chain: 'forward', action: 'drop', 'in-interface': 'vlan30', comment: 'rosc:policy/new' }],
  };
  expect(ordered(prior, desired)).toEqual([
    'policy: add /ip/firewall/filter forward:1',
    'policy: remove /ip/firewall/filter forward:1',
    'policy: remove /interface/list guests',
  ]);
});

test('interfaces stay in a list until the rules that deny by it are replaced', () => {
  const drop = { chain: 'forward', action: 'drop', comment: 'rosc:policy' };
  const prior: Rows = {
    '/interface/list': [{ name: 'uplinks', comment: 'rosc:zone/uplinks' }],
    '/interface/list/member': [{ list: 'uplinks', interface: 'ether1', comment: 'rosc:zone/uplinks/ether1' }],
    '/ip/firewall/filter': [{ ...drop, 'in-interface-list': 'uplinks' }],
  };
  const desired: Rows = { '/ip/firewall/filter': [{ ...drop, 'in-interface': 'ether1' }] };
  expect(ordered(prior, desired)).toEqual([
    'policy: set /ip/firewall/filter forward:1 in-interface=ether1 in-interface-list=',
    'policy: remove /interface/list/member uplinks ether1',
    'policy: remove /interface/list uplinks',
  ]);
});

test('a port leaves the chip before packets come that the firewall is to see, and comes back last', () => {
  const rows = (isOff: boolean): Rows => ({
    '/interface/ethernet/switch/port': [{ name: 'ether1', 'l3-hw-offloading': isOff ? 'no' : 'yes' }],
    '/ip/address': isOff ? [{ address: '192.0.2.1/30', interface: 'ether1', comment: 'rosc:address' }] : [],
    '/ip/firewall/filter': isOff ? [{ chain: 'forward', action: 'drop', comment: 'rosc:policy' }] : [],
  });
  const phasesOf = (lines: readonly string[]) => lines.map((line) => line.replace(/ \S+$/, ''));
  expect(phasesOf(ordered(rows(false), rows(true)))).toEqual([
    'offload-off: set /interface/ethernet/switch/port ether1',
    'add: add /ip/address 192.0.2.1/30',
    'policy: add /ip/firewall/filter',
  ]);
  expect(ordered(rows(true), rows(false)).at(-1)).toBe(
    'offload-on: set /interface/ethernet/switch/port ether1 l3-hw-offloading=yes',
  );
});

test('rules are added in their own order, the management permit ahead of the deny', () => {
  const rule = (name: string) => ({ switch: 'switch1', ports: 'ether1', comment: `rosc:${name}` });
  const desired: Rows = { '/interface/ethernet/switch/rule': [rule('management'), rule('deny'), rule('permit')] };
  const changes = order(diff(configOf({}), configOf(desired)).changes, {
    prior: configOf({}),
    isOnManagementPath: ({ key }) => key === 'rule:1',
  });
  expect(changes.map(({ key }) => key)).toEqual(['rule:1', 'rule:2', 'rule:3']);
});

test('the plan says how the session comes in and what happens to it', () => {
  const prior: Rows = {
    ...bridged,
    '/ip/address': [{ address: '10.0.2.1/24', interface: 'vlan2', comment: 'rosc:gateway/2' }],
  };
  const desired: Rows = {
    ...bridged,
    '/interface/bridge': [{ name: 'bridge1', 'vlan-filtering': 'yes', 'igmp-snooping': 'yes', comment: 'rosc:bridge' }],
    '/interface/bridge/port': [
      { interface: 'ether1', bridge: 'bridge1', pvid: '2', comment: 'rosc:port/ether1' },
      { interface: 'ether2', bridge: 'bridge1', pvid: '3', comment: 'rosc:port/ether2' },
    ],
  };
  const input = { site: 's', device, prior: configOf(prior), desired: configOf(desired) };
  const { value: plan } = makePlan({ ...input, managementAddress: '10.0.2.1' });
  expect(plan.impacts.map(({ text }) => text)).toEqual([
    'the switch chip resets, all its ports drop for a moment: /interface/bridge bridge1 (igmp-snooping)',
    'L3 offload of switch1 pauses for 2 changes: the CPU routes meanwhile',
    'your session comes by 10.0.2.1 on vlan2, which 1 change touches',
  ]);
  expect(plan.changes.find(({ key }) => key === 'bridge1')?.disruption).toBe('management-path');
  const unknown = makePlan({ ...input, managementAddress: '192.0.2.77' }).value;
  expect(unknown.impacts.at(-1)?.text).toBe(
    'no address of the device is the one you reach it by: any layer-2 change may cut you off',
  );
});

test('the plan says that it closes the service by which rosc comes', () => {
  const services = (api: string): Rows => ({ '/ip/service': [{ name: 'api', disabled: api }] });
  const input = { site: 's', device, prior: configOf(services('no')), desired: configOf(services('yes')) };
  const text = '`api` goes off: an apply that comes by it has no way back in, and is undone';
  expect(makePlan(input).value.impacts.map((each) => each.text)).toEqual([text]);
  expect(makePlan({ ...input, prior: input.desired, desired: input.prior }).value.impacts).toEqual([]);
});

test('displaced items stay apart until somebody agrees, and then go first', () => {
  const prior = configOf({
    '/interface/ethernet/switch': [{ name: 'switch1', 'l3-hw-offloading': 'yes' }],
    '/interface/bridge/port': [{ interface: 'ether1', bridge: 'bridge' }],
  });
  const desired = configOf({
    '/ip/address': [{ address: '10.9.9.1/24', interface: 'ether1', comment: 'rosc:management' }],
  });
  const { value: plan, diagnostics } = makePlan({ site: 's', device, prior, desired });
  expect(plan.changes.map(summary)).toEqual(['add: add /ip/address 10.9.9.1/24 ether1']);
  expect(diagnostics.map(({ code, fix }) => [code, fix?.title])).toEqual([
    ['plan/displaced', expect.stringMatching(/^Apply with/)],
  ]);
  const agreed = makePlan({ site: 's', device, prior, desired, displace: true }).diagnostics;
  expect(agreed.map(({ fix }) => fix?.title)).toEqual([expect.stringMatching(/^Nothing to do/)]);
  expect(withDisplaced(plan, prior).changes.map(summary)).toEqual([
    'offload-off: set /interface/ethernet/switch switch1 l3-hw-offloading=no',
    'add: remove /interface/bridge/port ether1',
    'add: add /ip/address 10.9.9.1/24 ether1',
    'offload-on: set /interface/ethernet/switch switch1 l3-hw-offloading=yes',
  ]);
});

test('what displaced items do to traffic and to the own session is part of the plan', () => {
  const prior = configOf({
    ...bridged,
    '/ip/address': [{ address: '10.0.2.1/24', interface: 'vlan2' }],
  });
  const desired = configOf({
    ...bridged,
    '/ip/address': [{ address: '10.0.2.1/24', interface: 'vlan3', comment: 'rosc:gateway/3' }],
  });
  const input = { site: 's', device, prior, desired, managementAddress: '10.0.2.1' };
  const apart = makePlan(input).value;
  const own = 'your session comes by 10.0.2.1 on vlan2, which';
  expect(apart.impacts.map(({ text }) => text)).toEqual([`${own} 1 change touches`]);
  expect(apart.displaced.map(({ key, disruption }) => `${key} ${disruption}`)).toContain(
    '10.0.2.1/24 vlan2 management-path',
  );
  const agreed = makePlan({ ...input, displace: true }).value;
  expect(agreed.displaced).toEqual([]);
  expect(agreed.impacts.map(({ text }) => text).at(-1)).toBe(`${own} 2 changes touch`);
});

test('other people’s items that name what goes are mentioned, and are part of what may not change meanwhile', () => {
  const prior = configOf({
    '/interface/vlan': [{ name: 'vlan9', interface: 'bridge1', 'vlan-id': '9', comment: 'rosc:vlan/9' }],
    '/ip/firewall/filter': [{ chain: 'forward', action: 'drop', 'out-interface': 'vlan9' }],
  });
  const { value: plan, diagnostics } = makePlan({ site: 's', device, prior, desired: configOf({}) });
  expect(plan.changes.map(summary)).toEqual(['remove: remove /interface/vlan vlan9']);
  expect(diagnostics.map(({ code, what }) => `${code}: ${what}`)).toEqual([
    'plan/dangling-name: `/ip/firewall/filter` forward:1 names `vlan9`, which the plan removes, and will do nothing any more',
  ]);
  expect(plan.menus).toContain('/ip/firewall/filter');
});
