// Rules about changes: what an ordered list of changes does to forwarding while it is made.

import { expect, test } from 'vitest';
import { itemsOf } from '../../src/model/config.ts';
import { judgeChanges } from '../../src/offload/changes.ts';
import type { PlannedChange } from '../../src/offload/rule.ts';
import { openFixture } from '../support/rule-fixtures.ts';

const routed = `
/interface/bridge
add name=bridge1 vlan-filtering=yes
/interface/vlan
add interface=bridge1 name=vlan10 vlan-id=10
add interface=bridge1 name=vlan20 vlan-id=20
/interface/bridge/port
add bridge=bridge1 interface=ether1 pvid=10
add bridge=bridge1 interface=ether2 pvid=20
/interface/bridge/vlan
add bridge=bridge1 tagged=bridge1 vlan-ids=10,20
/ip/address
add address=10.0.10.1/24 interface=vlan10
add address=10.0.20.1/24 interface=vlan20
/interface/ethernet/switch
set 0 l3-hw-offloading=yes
`;

/** `MENU ACTION KEY name=before>after …`, one change a line, against a configuration; `_` in a key is a blank. */
function judged(changes: string, before = routed, target = 'CRS326-24G-2S+ 7.15.3'): readonly string[] {
  const { context } = openFixture({ path: 'before.rsc', text: `# target: ${target}\n${before}` });
  const planned = changes
    .trim()
    .split('\n')
    .map(parseChange)
    .map((change) => {
      const item = itemsOf(context.config, change.menu).find(({ key }) => key === change.key);
      return { ...change, ...(item && change.action !== 'add' && { item }) };
    });
  return judgeChanges(planned, context).map(
    ({ rule, changes: found, cost }) => `${rule.id} ${found.join(',')}${cost === undefined ? '' : ` ${cost}`}`,
  );
}

function parseChange(line: string): PlannedChange {
  const [menu = '', action = '', key = '', ...words] = line.trim().split(' ');
  const properties = words.map((word) => {
    const [, name = '', before, after] = /^([^=]+)=(?:([^>]*)>)?(.*)$/.exec(word) ?? [];
    return { name, ...(before !== undefined && { before }), ...(after !== undefined && { after }) };
  });
  return { menu: menu as PlannedChange['menu'], action, key: key.replaceAll('_', ' '), properties };
}

test('layer 2 changes belong between offload off and on', () => {
  const vlan = '/interface/vlan add vlan30 name=vlan30 vlan-id=30';
  expect(judged(vlan)).toContain('l3hw/l2-change-while-l3hw-on 0');
  const off = '/interface/ethernet/switch set switch1 l3-hw-offloading=yes>no';
  const on = '/interface/ethernet/switch set switch1 l3-hw-offloading=no>yes';
  expect(judged([off, vlan, on].join('\n'))).not.toContain('l3hw/l2-change-while-l3hw-on 1');
  expect(judged([off, on, vlan].join('\n'))).toContain('l3hw/l2-change-while-l3hw-on 2');
});

test('what does not reach the chip may change while it routes', () => {
  expect(judged('/interface/vlan set vlan10 comment=old>new')).toEqual([]);
  expect(judged('/interface/vlan set vlan10 arp-timeout=auto>1m')).toEqual([]);
  expect(judged('/interface/vlan set vlan10 vlan-id=10>11')).toEqual(['l3hw/l2-change-while-l3hw-on 0']);
  expect(judged('/interface/wireguard set wg1 mtu=1420>1400')).toEqual([]);
  expect(judged('/ipv6/nd set vlan10 mtu=1500>1400')).toEqual([]);
});

test('without L3 offloading layer 2 may change', () => {
  expect(
    judged('/interface/vlan add vlan30 vlan-id=30', routed.replace('l3-hw-offloading=yes', 'l3-hw-offloading=no')),
  ).toEqual([]);
});

test('MTU changes while the chip routes', () => {
  const found = judged('/interface/ethernet set ether1 l2mtu=1592>9216 mtu=1500>9000');
  expect(found).toContain('mtu/mtu-change-live 0');
  expect(found).toContain('mtu/l2mtu-change-flaps 0');
  expect(found).toHaveLength(2);
  expect(judged('/interface set ether1 l2mtu=1592>9216')).toEqual(found);
  expect(judged('/interface/ethernet set ether1 comment=a>b')).toEqual([]);
});

test('flags that change under running traffic', () => {
  const flag = '/interface/ethernet/switch/port set ether1 l3-hw-offloading=yes>no';
  expect(judged(flag)).toContain('l3hw/l3hw-stale-after-toggle 0');
  expect(judged('/interface/ethernet/switch/port set ether1 egress-rate=0>1000000')).toEqual([]);
  const off = '/interface/ethernet/switch set switch1 l3-hw-offloading=yes>no';
  const on = '/interface/ethernet/switch set switch1 l3-hw-offloading=no>yes';
  expect(judged([off, flag, on].join('\n'))).toEqual(['l3hw/l3hw-stale-after-toggle 1 L']);
  expect(judged([off, on, flag].join('\n'))).toEqual(['l3hw/l3hw-stale-after-toggle 2']);
  const fresh = [off, '/interface/vlan add vlan30 vlan-id=30 l3-hw-offloading=no', on];
  expect(judged(fresh.join('\n'))).toEqual([]);
});

test('every edit of switch rules opens the table', () => {
  const changes = '/interface/ethernet/switch/rule add rule:2 ports=ether1\n/ip/route add 10.0.0.0/8 gateway=10.0.10.2';
  const rule = (action: string) =>
    `${routed}/interface/ethernet/switch/rule\nadd ports=ether2 switch=switch1${action}\n`;
  expect(judged(changes, rule(' new-dst-ports=""'))).toEqual(['acl/acl-edit-leak 0']);
  expect(judged(changes, rule(' redirect-to-cpu=yes'))).toEqual(['acl/acl-edit-leak 0']);
  expect(judged(changes, rule(''))).toEqual([]);
  expect(judged(changes)).toEqual([]);
});

test('FastTrack connections outlive their rule', () => {
  const before = `${routed}/ip/firewall/filter\nadd action=fasttrack-connection chain=forward connection-state=established,related\n`;
  expect(judged('/ip/firewall/filter remove forward:1', before)).toEqual(['firewall/fasttrack-sticky 0']);
  expect(judged('/ip/firewall/filter add forward:2 action=accept', before)).toEqual([]);
  const filter = (change: string, state = before) => judged(`/ip/firewall/filter ${change}`, state);
  expect(filter('set forward:1 action=fasttrack-connection>accept')).toEqual(['firewall/fasttrack-sticky 0']);
  expect(filter('set forward:1 in-interface=>vlan10')).toEqual(['firewall/fasttrack-sticky 0']);
  expect(filter('move forward:1')).toEqual(['firewall/fasttrack-sticky 0']);
  expect(filter('set forward:1 comment=a>b log=no>yes')).toEqual([]);
  expect(filter('remove forward:1', before.replace('chain=forward', 'chain=forward disabled=yes'))).toEqual([]);
  const mangle = before.replace('/ip/firewall/filter', '/ip/firewall/mangle');
  expect(judged('/ip/firewall/mangle remove forward:1', mangle)).toEqual(['firewall/fasttrack-sticky 0']);
});

test('transmit managers and QoS', () => {
  expect(judged('/interface/ethernet/switch/qos/tx-manager set default queue-buffers=auto>10')).toEqual([
    'ops/qos-txmanager-change 0',
  ]);
  expect(judged('/interface/ethernet/switch/qos/tx-manager set default comment=a>b')).toEqual([]);
  expect(judged('/interface/ethernet/switch/qos/settings set - shared-buffers=40%>50%')).toEqual([
    'ops/qos-txmanager-change 0',
  ]);
  expect(judged('/interface/ethernet/switch/qos/settings set - wred-threshold=low>high')).toEqual([]);
  expect(judged('/interface/ethernet/switch set switch1 qos-hw-offloading=yes>no')).toEqual([
    'ops/qos-disable-reboot 0',
  ]);
  expect(judged('/interface/ethernet/switch set switch1 qos-hw-offloading=no>yes')).toEqual([]);
});

test('VLAN filtering before the VLAN table locks the device out', () => {
  const plain = routed
    .replace(' vlan-filtering=yes', '')
    .replace('add bridge=bridge1 tagged=bridge1 vlan-ids=10,20\n', '');
  const filtering = '/interface/bridge set bridge1 vlan-filtering=no>yes';
  const row = '/interface/bridge/vlan add bridge1_10 bridge=bridge1 tagged=bridge1 vlan-ids=10';
  const lockout = (changes: string, target?: string) =>
    judged(changes, plain, target).filter((found) => found.startsWith('ops/vlan-filtering-lockout'));
  expect(lockout(filtering)).toEqual(['ops/vlan-filtering-lockout 0']);
  expect(lockout(`${row}\n${filtering}`)).toEqual([]);
  expect(lockout(`${row.replace('tagged=bridge1', 'tagged=ether1')}\n${filtering}`)).toHaveLength(1);
  expect(lockout(filtering, 'CRS326-24G-2S+ 7.18.2')).toEqual([]);
  const withRow = routed.replace(' vlan-filtering=yes', '');
  const among = (changes: string) => judged(changes, withRow).filter((found) => found.startsWith('ops/vlan'));
  expect(among(filtering)).toEqual([]);
  expect(among(`/interface/bridge/vlan set bridge1_10,20 tagged=bridge1>ether1\n${filtering}`)).toHaveLength(1);
  expect(among(`/interface/bridge/vlan set bridge1_10,20 untagged=>ether1\n${filtering}`)).toEqual([]);
  expect(among(`/interface/bridge/vlan remove bridge1_10,20\n${filtering}`)).toHaveLength(1);
  const disabled = withRow.replace('vlan-ids=10,20', 'vlan-ids=10,20 disabled=yes');
  expect(judged(filtering, disabled)).toContain('ops/vlan-filtering-lockout 0');
});

test('settings that reset the switch chip', () => {
  const resets = (changes: string) => judged(changes).filter((found) => found.startsWith('l2/switch-reset-on-change'));
  const filtering = '/interface/bridge set bridge1 vlan-filtering=no>yes';
  const comment = '/interface/bridge set bridge1 comment=a>b';
  const snooping = '/interface/bridge set bridge1 igmp-snooping=no>yes';
  expect(resets([filtering, comment, snooping].join('\n'))).toEqual(['l2/switch-reset-on-change 0,2']);
  expect(resets('/interface/bridge add bridge2 vlan-filtering=yes')).toEqual([]);
  expect(resets('/interface/bridge set bridge1 ageing-time=5m>10m')).toEqual([]);
});

test('MTU changes follow the switch through the sequence', () => {
  const raise = '/interface/ethernet set ether1 mtu=1500>9000';
  const off = '/interface/ethernet/switch set switch1 l3-hw-offloading=yes>no';
  const on = '/interface/ethernet/switch set switch1 l3-hw-offloading=no>yes';
  const live = (...changes: string[]) =>
    judged(changes.join('\n')).filter((found) => found.startsWith('mtu/mtu-change-live'));
  expect(live(off, raise, on)).toEqual([]);
  expect(live(off, on, raise)).toEqual(['mtu/mtu-change-live 2']);
  expect(live('/interface/vlan add vlan30 mtu=9000')).toEqual([]);
});
