// What the parts of a site say about each other: each mistake has its code and marks its place.

import { describe, expect, test } from 'vitest';
import type { Code } from '../../src/diagnostics/codes.ts';
import { change, diagnose, marked, validSite } from '../support/valid-site.ts';

const cases: readonly (readonly [name: string, text: string, ...expected: readonly [Code, string][]])[] = [
  ['two roles', change('ether9: {', 'ether9: { vlan: left,'), ['intent/port-roles', 'routed']],
  ['a management port with a role', change('ether9:', 'ether24:'), ['intent/port-roles', 'ether24']],
  ['a zone on a switched port', change('ether1-4: {', 'ether1-4: { zone: lab,'), ['intent/port-roles', 'zone']],
  ['a native VLAN without trunk', change('{ vlan: left }', '{ native: left }'), ['intent/port-roles', 'native']],
  [
    'a VLAN without members',
    change('  right: {', '  spare: { id: 9 }\n  right: {'),
    ['intent/vlan-without-members', 'spare'],
  ],
  [
    'a key by its former name',
    change('    from: left\n', '    from: left\n    firewall-twin: false\n'),
    ['intent/deprecated-key', 'firewall-twin'],
  ],
  ['one id for two VLANs', change('id: 3', 'id: 2'), ['intent/vlan-id-twice', '2']],
  [
    'overlapping subnets',
    change('10.0.3.0/24 }', '10.0.2.128/25 }').replace('10.0.3.1', '10.0.2.129'),
    ['intent/subnet-overlap', '10.0.2.128/25'],
  ],
  [
    'a link inside a VLAN',
    change('198.51.100.1/30', '10.0.3.129/30').replace('via: 198.51.100.2', 'via: 10.0.3.130'),
    ['intent/subnet-overlap', '10.0.3.129/30'],
  ],
  [
    'a gateway outside of its subnet',
    change('left: 10.0.2.1', 'left: 10.0.4.1'),
    ['intent/gateway-outside-subnet', '10.0.4.1'],
  ],
  [
    'a gateway on the broadcast address',
    change('left: 10.0.2.1', 'left: 10.0.2.255'),
    ['intent/gateway-outside-subnet', '10.0.2.255'],
  ],
  [
    'a fixed lease of another subnet',
    change(
      '    routes:',
      '    dhcp-server: { left: { range: 10.0.2.9-10.0.2.20, fixed: { a: { address: 10.0.3.7, mac: 02:00:00:00:00:01 } } } }\n    routes:',
    ),
    ['intent/fixed-lease', 'a'],
  ],
  [
    'a fixed lease of the gateway',
    change(
      '    routes:',
      '    dhcp-server: { left: { range: 10.0.2.9-10.0.2.20, fixed: { a: { address: 10.0.2.1, mac: 02:00:00:00:00:01 } } } }\n    routes:',
    ),
    ['intent/fixed-lease', 'a'],
  ],
  [
    'two fixed leases of one host',
    change(
      '    routes:',
      '    dhcp-server: { left: { range: 10.0.2.9-10.0.2.20, fixed: { a: { address: 10.0.2.7, mac: 02:00:00:00:00:01 }, b: { address: 10.0.2.8, mac: 02:00:00:00:00:01 } } } }\n    routes:',
    ),
    ['intent/fixed-lease', 'b'],
  ],
  [
    'a port forward that only the default route leads to',
    change('acls:', '    nat:\n      - { forward: { protocol: tcp, port: 443 }, in: internet, to: 172.16.9.9 }\nacls:'),
    ['intent/forward-beyond', '172.16.9.9'],
  ],
  [
    'a next hop that is no neighbour',
    change('via: 198.51.100.2', 'via: 198.51.100.9'),
    ['intent/next-hop-unreachable', '198.51.100.9'],
  ],
  [
    'a next hop that is oneself',
    change('via: 198.51.100.2', 'via: 10.0.2.1'),
    ['intent/next-hop-unreachable', '10.0.2.1'],
  ],
  [
    'a next hop of the other family',
    change('via: 198.51.100.2', 'via: "2001:db8::1"'),
    ['intent/next-hop-unreachable', '"2001:db8::1"'],
  ],
  [
    'two equal routes',
    change('via: 198.51.100.2 }', 'via: 198.51.100.2 }\n      - { to: 0.0.0.0/0, via: 10.0.2.9 }'),
    ['intent/route-twice', '0.0.0.0/0'],
  ],
  [
    'an address used twice',
    change('ether9: {', 'ether10: { routed: 198.51.100.1/30 }\n      ether9: {'),
    ['intent/subnet-overlap', '198.51.100.1/30'],
    ['intent/address-twice', '198.51.100.1/30'],
  ],
  ['an unknown VLAN', change('vlan: left', 'vlan: lift'), ['intent/unknown-name', 'lift']],
  ['an unknown end of a flow', change('from: left, to', 'from: lift, to'), ['intent/unknown-name', 'lift']],
  [
    'a VLAN called like a port',
    change('  right: {', '  ether20: { id: 20 }\n  right: {').replace(
      'ether5-8: { vlan',
      'ether10: { vlan: ether20 }\n      ether5-8: { vlan',
    ),
    ['intent/name-taken', 'ether20'],
  ],
  [
    'names on the device of what is not in the site, or that something else has there',
    change(
      '    ports:',
      '    names: { ether1: ether2, ether3: wan, ether4: wan, ether5: ether6, ether6: ether5, ether99: x }\n    ports:',
    ),
    ['intent/name-taken', 'ether2'],
    ['intent/name-taken', 'wan'],
    ['intent/unknown-name', 'ether99'],
  ],
  [
    'a VLAN with a reserved name',
    change('  right: {', '  any: { id: 20 }\n  right: {').replace(
      'ether5-8: { vlan',
      'ether10: { vlan: any }\n      ether5-8: { vlan',
    ),
    ['intent/name-taken', 'any'],
  ],
  [
    'two VLANs that no port carries are one warning',
    change('  right: {', '  spare: { id: 20 }\n  other: { id: 21 }\n  right: {'),
    ['intent/vlan-without-members', 'spare'],
  ],
  [
    'a bond without members',
    change('    gateways:', '    bonds: { up: { vlan: left } }\n    gateways:'),
    ['intent/bond-without-members', 'up'],
  ],
  [
    'an unknown bond',
    change('{ vlan: right }', '{ bond: up }'),
    ['intent/unknown-name', 'up'],
    ['intent/vlan-without-members', 'right'],
  ],
  [
    'a bond without role',
    change('    gateways:', '    bonds: { up: { mode: 802.3ad } }\n    gateways:').replace(
      'ether9:',
      'ether11: { bond: up }\n      ether9:',
    ),
    ['intent/bond-without-role', 'up'],
  ],
  [
    'an interface in two VRFs',
    change('    gateways:', '    vrfs: { a: { interfaces: left }, b: { interfaces: left } }\n    gateways:'),
    ['intent/vrf-twice', 'left'],
  ],
  ['an unknown VRF', change('via: 198.51.100.2 }', 'via: 198.51.100.2, vrf: blue }'), ['intent/unknown-name', 'blue']],
  [
    'a gateway that no port leads to',
    change(
      'acls:',
      `  second:
    model: CRS326-24G-2S+
    routeros: 7.14.3
    gateways: { right: 10.0.3.9 }
acls:`,
    ),
    ['intent/gateway-without-port', 'right'],
  ],
  [
    'two policy routes with one name',
    change(
      'acls:',
      `    pbr:
      - { name: other, from: left, via: 10.0.3.9 }
      - { name: other, from: right, match: { port: 80 }, via: 10.0.2.9 }
acls:`,
    ),
    ['intent/port-without-protocol', 'port'],
    ['intent/name-taken', 'other'],
  ],
  [
    'a zone without members',
    change('acls:', '    nat:\n      - { masquerade: left, out: isp1 }\nacls:'),
    ['intent/unknown-name', 'isp1'],
  ],
  [
    'a zone of another device',
    change('zone: internet', 'zone: isp1').replace(
      'acls:',
      '    nat:\n      - { masquerade: left, out: internet }\nacls:',
    ),
    ['intent/zone-without-members', 'internet'],
  ],
  [
    'a speed that the port does not have',
    change('ether1-4: { vlan: left }', 'ether1-4: { vlan: left, speed: 10G-baseT }'),
    ['intent/speed-too-high', '10G-baseT'],
  ],
  [
    'packets above what the port beside the chip takes',
    validSite
      .replace('CRS326-24G-2S+', 'CRS312-4C+8XG')
      .replace('ether24', 'ether8')
      .replace('ether5-8', 'ether5-7')
      .replace('{ routed', '{ mtu: 9000, routed'),
    ['intent/mtu-too-large', '9000'],
  ],
  [
    'an isolated port towards a port that is not there',
    change('ether1-4: { vlan: left }', 'ether1-4: { vlan: left, isolation: [ether9, ether90] }'),
    ['intent/unknown-port', 'ether90'],
  ],
  [
    'a DHCPv6 relay without an IPv6 gateway',
    change('    routes:', '    dhcp-relay: { left: [10.0.3.5, "2001:db8::5"] }\n    routes:'),
    ['intent/service-without-gateway', 'left'],
  ],
  [
    'router advertisements without an IPv6 gateway',
    change('    routes:', '    router-advertisements: { left: { other: true }, wrong: false }\n    routes:'),
    ['intent/unknown-name', 'wrong'],
    ['intent/service-without-gateway', 'left'],
    ['intent/service-without-gateway', 'wrong'],
  ],
  [
    'an exclusive menu that does not exist',
    change('acls:', '    exclusive: [/ip/rout, /ip/route, /ppp/secret]\nacls:'),
    ['intent/unknown-name', '/ip/rout'],
  ],
  [
    'a firewall rule for a VLAN that nobody has, and one for a port of no protocol',
    change(
      'acls:',
      `    firewall:
      - from: internet
        to: any
        default: accept
        rules: [{ deny: { to: [left, rihgt] } }, { deny: { to: right, port: 22 } }]
acls:`,
    ),
    ['intent/unknown-name', 'rihgt'],
    ['intent/port-without-protocol', 'port'],
  ],
  ['a port without protocol', change('protocol: tcp, ', ''), ['intent/port-without-protocol', 'port']],
  [
    'an ACL without an end',
    change('      - permit: any\n', ''),
    ['intent/acl-open-end', 'deny: { to: right, protocol: tcp, port: 445 }'],
  ],
  [
    'a contradictory rule',
    change('- permit: any', '- permit: { to: 10.0.3.7, protocol: tcp, port: 445 }\n      - permit: any'),
    ['intent/acl-contradiction', 'permit: { to: 10.0.3.7, protocol: tcp, port: 445 }'],
  ],
  [
    'a shadowed rule',
    change('- permit: any', '- deny: { to: 10.0.3.7, protocol: tcp, port: 445 }\n      - permit: any'),
    ['intent/acl-shadowed', 'deny: { to: 10.0.3.7, protocol: tcp, port: 445 }'],
  ],
  [
    'an ACL on a VLAN without gateway',
    change('gateways: { left: 10.0.2.1, ', 'gateways: { '),
    ['intent/acl-gateway-elsewhere', 'left'],
  ],
  [
    'a service without gateway',
    change(
      'gateways: { left: 10.0.2.1, right: 10.0.3.1 }',
      'gateways: { left: 10.0.2.1 }\n    dhcp-relay: { right: 10.0.2.9 }',
    ),
    ['intent/service-without-gateway', 'right'],
  ],
  [
    'a literal secret',
    change(
      'acls:',
      '    bgp: { asn: 65000, router-id: 10.0.2.1, peers: { isp: { address: 198.51.100.2, asn: 65001, password: hunter2 } } }\nacls:',
    ),
    ['intent/literal-secret', '*******'],
  ],
  [
    'a host in no network',
    `${validSite}hosts:\n  web: { device: core, port: ether1, address: [10.0.2.9, 10.0.4.9] }\n`,
    ['intent/host-address', '10.0.4.9'],
  ],
  [
    'a host with the address of the device',
    `${validSite}hosts:\n  web: { device: core, port: ether1, address: 10.0.2.1 }\n`,
    ['intent/host-address', '10.0.2.1'],
  ],
  [
    'a host with no MAC address',
    `${validSite}hosts:\n  web: { device: core, port: ether1, mac: 02:00:00:00:00 }\n`,
    ['intent/bad-value', '02:00:00:00:00'],
  ],
  [
    'a packet larger than the ports carry',
    change('ether9: {', 'ether9: { mtu: 10218, l2mtu: 10220,'),
    ['intent/mtu-too-large', '10220'],
  ],
];

describe('one mistake', () => {
  test.each(cases.map(([name, text, ...expected]) => ({ name, text, expected })))('$name', ({ text, expected }) => {
    expect(diagnose(text).map(marked)).toEqual(expected);
  });
});
