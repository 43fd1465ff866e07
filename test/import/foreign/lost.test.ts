// Lines of Comware and IOS that change what a switch does and that no site says: each is in the list of what was not
// carried. What they do is read from the makers' command references; a line that the importer takes for noise is red.

import { expect, test } from 'vitest';
import { importOf, loadedSite } from '../../support/foreign-import.ts';

const comware = (top: string, port: string, svi = '') => `#
 version 7.1.070
#
 sysname x
#
${top}#
vlan 1
#
vlan 7
#
interface Bridge-Aggregation1
 port access vlan 7
#
interface Vlan-interface7
 ip address 10.7.0.1 24
${svi}#
interface GigabitEthernet1/0/1
 port link-mode bridge
 port access vlan 7
${port}#
return
`;
const ios = (top: string, port: string, svi = '') => `version 15.2
hostname x
ip routing
!
${top}!
vlan 7
!
interface Port-channel1
 switchport access vlan 7
 switchport mode access
!
interface GigabitEthernet1/0/1
 switchport access vlan 7
 switchport mode access
${port}!
interface Vlan7
 ip address 10.7.0.1 255.255.255.0
${svi}!
end
`;

const print = { comware, ios };
const top = (line: string) => `${line}\n`;
const below = (line: string) => ` ${line}\n`;

const atTop = [
  ['comware', ' loopback-detection global enable vlan all'],
  ['comware', ' loopback-detection enable'],
  ['comware', ' port-security enable'],
  ['comware', ' mac-address timer aging 600'],
  ['comware', ' arp timer aging 5'],
  ['comware', ' undo lldp enable'],
  ['comware', ' link-aggregation global load-sharing mode destination-ip source-ip'],
  ['comware', ' lacp system-priority 10'],
  ['comware', ' ip load-sharing mode per-flow dest-ip src-ip'],
  ['comware', ' info-center source default loghost level informational'],
  ['ios', 'errdisable recovery cause bpduguard'],
  ['ios', 'errdisable detect cause all'],
  ['ios', 'port-channel load-balance src-dst-ip'],
  ['ios', 'lacp system-priority 10'],
  ['ios', 'logging trap warnings'],
  ['ios', 'logging facility local6'],
  ['ios', 'logging source-interface Vlan7'],
  ['ios', 'no cdp run'],
  ['ios', 'no lldp run'],
  ['ios', 'mac address-table aging-time 600'],
  ['ios', 'flow exporter NFX'],
  ['ios', 'ip forward-protocol udp 4011'],
  ['ios', 'ip route 10.8.0.0 255.255.0.0 10.7.0.8 permanent'],
  ['ios', 'ipv6 route 2001:db8:8::/48 Vlan7 FE80::1'],
  ['comware', ' ip route-static 10.8.0.0 16 10.7.0.8 permanent'],
  ['comware', ' ipv6 route-static 2001:DB8:8:: 48 Vlan-interface7 FE80::1'],
] as const;

test.each(atTop)('at the top: %s %s', (maker, line) => {
  expect(listed(print[maker](top(line), ''))).toContain(line.trim());
});

const inPort = [
  ['comware', 'bandwidth 100000'],
  ['comware', 'undo lldp enable'],
  ['comware', 'link-delay up 5'],
  ['comware', 'loopback-detection enable vlan all'],
  ['comware', 'undo mac-address mac-learning enable'],
  ['ios', 'bandwidth 100000'],
  ['ios', 'delay 100'],
  ['ios', 'carrier-delay msec 0'],
  ['ios', 'no cdp enable'],
  ['ios', 'no lldp transmit'],
] as const;

test.each(inPort)('in a port: %s %s', (maker, line) => {
  expect(listed(print[maker]('', below(line)))).toContain(line);
});

// RouterOS has one setting of redirects and of how long ARP entries live for the whole device.
test.each([
  ['comware', 'undo ip redirects enable'],
  ['comware', 'undo ip unreachables enable'],
  ['ios', 'no ip redirects'],
  ['ios', 'no ip unreachables'],
  ['ios', 'no ipv6 redirects'],
  ['ios', 'ip mask-reply'],
  ['ios', 'arp timeout 300'],
] as const)('in a VLAN interface: %s %s', (maker, line) => {
  expect(listed(print[maker]('', '', below(line)))).toContain(line);
});

test.each([
  ['comware', 'ospf 1\n area 0.0.0.0\n', ' graceful-restart'],
  ['ios', 'router ospf 1\n network 10.7.0.0 0.0.0.255 area 0\n', ' nsf'],
  ['ios', 'router ospf 1\n network 10.7.0.0 0.0.0.255 area 0\n', ' capability vrf-lite'],
  ['ios', 'router bgp 65001\n', ' bgp graceful-restart'],
] as const)('in a protocol: %s %s', (maker, head, line) => {
  expect(listed(print[maker](`${head}${line}\n`, ''))).toContain(line.trim());
});

test.each([
  [
    'a policy for what comes to the CPU',
    ios('control-plane\n service-policy input COPP\n', ''),
    'service-policy input COPP',
  ],
  [
    'the VLANs of a port that negotiates whether it is a trunk',
    ios('interface GigabitEthernet1/0/2\n switchport trunk allowed vlan 7\n', ''),
    'switchport trunk allowed vlan 7',
  ],
  ['the name of a VLAN 1 that nobody uses', comware('', '').replace('vlan 1\n#', 'vlan 1\n name old\n#'), 'name old'],
  [
    'the description of a VLAN interface without an address',
    comware('vlan 8\n#\ninterface Vlan-interface8\n description later\n', ''),
    'description later',
  ],
  [
    'a member that says something else than its aggregate',
    comware('', ' port link-aggregation group 1\n').replace('vlan 7\n port link-agg', 'vlan 1\n port link-agg'),
    'port access vlan 1',
  ],
  [
    'an aggregate of IOS',
    ios('', ' channel-group 1 mode on\n').replace(
      'vlan 7\n switchport mode access\n channel',
      'vlan 9\n switchport mode access\n channel',
    ),
    'switchport access vlan 9',
  ],
  [
    'a remark that no entry follows',
    ios('ip access-list extended L\n permit ip any any\n remark nothing\n', '', ' ip access-group L in\n'),
    'remark nothing',
  ],
  [
    'the description of a VRF',
    ios('vrf definition V\n description lab\n', '', ' vrf forwarding V\n'),
    'description lab',
  ],
])('%s', (_, text, line) => {
  expect(listed(text)).toContain(line);
});

test.each([
  ['stp instance 0 to 1 priority 8192', 8192],
  ['stp instance 0 2 root secondary', 4096],
  ['stp priority 4096', 4096],
  ['stp instance 1 to 2 priority 8192', undefined],
])('%s: the priority of the bridge is %s', (line, priority) => {
  const { made } = importOf('x.cfg', comware(` stp global enable\n ${line}\n`, ''));
  expect(Object.values(loadedSite(made.text)?.site.devices ?? {})[0]?.['bridge-priority']).toBe(priority);
  expect(made.account.missing.some(({ reason }) => reason.includes('instance 0'))).toBe(priority === undefined);
});

// As `display ospf` of the maker's guides: a smaller preference wins, and OSPF has 10 where nothing else is said.
test.each([
  ['', 60, 111],
  ['', 5, undefined],
  [' preference 90\n', 60, undefined],
  [' preference 90\n', 120, 111],
])('beside OSPF with «%s» a static route of preference %i has distance %s', (preference, own, distance) => {
  const ospf = `ospf 1\n${preference} area 0.0.0.0\n  network 10.7.0.0 0.0.0.255\n#\n`;
  const { made } = importOf('x.cfg', comware(`${ospf} ip route-static 10.8.0.0 16 10.7.0.8 preference ${own}\n`, ''));
  const [device] = Object.values(loadedSite(made.text)?.site.devices ?? {});
  expect(device?.routes?.map((route) => route.distance)).toEqual([distance]);
});

test.each([
  ['10.0.0.0', '10.0.0.0/8'],
  ['172.16.0.0', '172.16.0.0/16'],
  ['198.51.100.0', '198.51.100.0/24'],
])('a network of BGP without a mask, %s, is %s', (written, network) => {
  const { made } = importOf(
    'x.cfg',
    ios(`router bgp 65001\n network ${written}\n neighbor 10.7.0.9 remote-as 65002\n`, ''),
  );
  expect(Object.values(loadedSite(made.text)?.site.devices ?? {})[0]?.bgp?.advertise).toHaveLength(1);
  expect(made.text).toContain(`advertise: ${network}`);
});

test('remarks of numbered lists stay with the entry behind them', () => {
  const list =
    'access-list 101 remark the first\naccess-list 101 remark two lines\naccess-list 101 permit tcp any any\n';
  const { made } = importOf('x.cfg', ios(list, '', ' ip access-group 101 in\n'));
  const [acl] = Object.values(loadedSite(made.text)?.site.acls ?? {});
  expect(acl?.rules.map(({ description }) => description)).toEqual(['the first two lines', undefined]);
});

test.each([
  ['comware', comware('', ' shutdown\n').replace(' port access vlan 7\n shutdown', ' shutdown')],
  ['ios', ios('', ' shutdown\n').replace(' switchport access vlan 7\n switchport mode access\n shutdown', ' shutdown')],
])('a port of %s that is shut is in VLAN 1 when it comes up', (_, text) => {
  expect(importOf('x.cfg', text).made.text).toMatch(/ether1: +\{ vlan: vlan1, enabled: false \}/);
});

/** The lines that are not carried, as they are written. */
function listed(text: string): string[] {
  const lines = text.split('\n');
  const { missing } = importOf('x.cfg', text).made.account;
  return missing.flatMap(({ from, to }) => lines.slice(from - 1, to).map((line) => line.trim()));
}

const pool = (gateway: string) =>
  `ip dhcp pool P\n network 10.7.0.0 255.255.255.0\n default-router ${gateway}\n!\nip dhcp excluded-address 10.7.0.9\n`;
const comwarePool = `dhcp server ip-pool P
 network 10.7.0.0 24
 gateway-list 10.7.0.254
#
 dhcp enable
`;

test.each([
  ['HSRP', ios(pool('10.7.0.254'), '', ' standby 7 ip 10.7.0.254\n')],
  ['VRRP of IOS', ios(pool('10.7.0.254'), '', ' vrrp 7 ip 10.7.0.254\n')],
  ['VRRP of IOS-XE', ios(pool('10.7.0.254'), '', ' vrrp 7 address-family ipv4\n  address 10.7.0.254 primary\n')],
  ['VRRP of Comware', comware(comwarePool, '', ' vrrp vrid 7 virtual-ip 10.7.0.254\n')],
])('a pool whose gateway is the address of a group (%s) says which gateway clients get now', (_, text) => {
  const { made } = importOf('x.cfg', text);
  const server = Object.values(loadedSite(made.text)?.site.devices ?? {})[0]?.['dhcp-server'];
  expect(Object.keys(server ?? {})).toEqual(['vlan7']);
  const said = made.account.remarks.find(({ text: words }) => words.includes('10.7.0.254'));
  expect(said?.text).toBe('clients get 10.7.0.1 as their gateway: 10.7.0.254 is virtual, and not carried');
  expect(made.text.split('dhcp-server')[1]).not.toContain('10.7.0.1-');
  expect(made.text.split('dhcp-server')[1]).not.toContain('10.7.0.254');
});

test('a pool whose gateway is somebody else is not carried', () => {
  expect(listed(ios(pool('10.7.0.254'), ''))).toContain('default-router 10.7.0.254');
});
