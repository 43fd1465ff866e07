// Links between the devices of a site are checked from both ends; each mistake marks the lines of both.

import { describe, expect, test } from 'vitest';
import type { Code } from '../../src/diagnostics/codes.ts';
import { textOf } from '../../src/source/location.ts';
import { diagnose, marked } from '../support/valid-site.ts';

/** Three devices: a trunk of two cables, a routed link with BGP and OSPF, a router in a VLAN. */
const site = `version: 1
site: links
defaults: { routeros: 7.20.8 }
vlans:
  office: { id: 10, ipv4: 10.0.10.0/24 }
  guests: { id: 20, ipv4: 10.0.20.0/24 }
  transit: { id: 30, ipv4: 10.0.30.0/24 }
devices:
  core:
    model: CRS326-24G-2S+
    management: { port: ether24, address: 192.168.88.1/24 }
    ports:
      ether1: { routed: [10.0.0.1/30, "2001:db8::1/64"] }
      ether2: { vlan: transit }
      sfp-sfpplus1-2: { bond: down }
    bonds:
      down: { trunk: [office, guests] }
    gateways: { office: 10.0.10.1, guests: 10.0.20.1, transit: 10.0.30.1 }
    bgp:
      asn: 65001
      router-id: 10.0.0.1
      peers:
        edge: { address: 10.0.0.2, asn: 65002, password: !env KEY }
    ospf:
      router-id: 10.0.0.1
      areas: { 0.0.0.0: { interfaces: { ether1: { point-to-point: true } } } }
  access:
    model: CRS328-24P-4S+
    ports:
      ether1-12: { vlan: office }
      ether13-24: { vlan: guests }
      sfp-sfpplus3-4: { bond: up }
    bonds:
      up: { trunk: [office, guests] }
  edge:
    model: RB5009UG+S+
    ports:
      ether1: { routed: [10.0.0.2/30, "2001:db8::2/64"] }
      ether2: { routed: 192.0.2.2/30, zone: internet }
    routes:
      - { to: 10.0.0.0/16, via: 10.0.0.1 }
    bgp:
      asn: 65002
      router-id: 10.0.0.2
      peers:
        core: { address: 10.0.0.1, asn: 65001, password: !env KEY }
    ospf:
      router-id: 10.0.0.2
      areas: { backbone: { interfaces: { ether1: { point-to-point: true } } } }
  filter:
    model: RB450Gx4
    ports:
      ether1: { routed: 10.0.30.2/24 }
`;

function change(before: string, after: string, text = site): string {
  if (!text.includes(before)) throw new Error(`the site has no ${before}`);
  return text.replace(before, after);
}

/** Code, marked text, and the text marked at the other end. */
function both(text: string): (readonly [string, string, string])[] {
  return diagnose(text).map((each) => {
    const [other] = each.related;
    const far = other?.at.kind === 'source' ? textOf(other.at).trimEnd() : '';
    return [...marked(each), far];
  });
}

test('what both ends say alike is no mistake, a port in a VLAN of another device included', () => {
  expect(both(site)).toEqual([]);
});

const cases: readonly (readonly [name: string, text: string, ...expected: (readonly [Code, string, string])[]])[] = [
  [
    'a larger packet at one end',
    change('"2001:db8::2/64"] }', '"2001:db8::2/64"], mtu: 9000 }'),
    ['intent/link-mtu', 'ether1', '9000'],
  ],
  [
    'another packet size in the VLAN that a port is plugged into',
    change('10.0.30.0/24 }', '10.0.30.0/24, mtu: 9000 }'),
    ['intent/link-mtu', '10.0.30.2/24', 'transit'],
  ],
  [
    'a prefix length of its own',
    change('10.0.0.2/30', '10.0.0.2/29'),
    ['intent/subnet-overlap', '10.0.0.2/29', '10.0.0.1/30'],
  ],
  [
    'one address at both ends',
    change(
      'router-id: 10.0.0.2\n      peers',
      'router-id: 10.0.0.9\n      peers',
      change('[10.0.0.2/30', '[10.0.0.1/30'),
    ),
    ['intent/address-twice', '10.0.0.1/30', '10.0.0.1/30'],
    ['intent/next-hop-unreachable', '10.0.0.1', '10.0.0.1/30'],
    ['intent/next-hop-unreachable', '10.0.0.1', '10.0.0.1/30'],
    ['intent/session-mismatch', 'core', 'peers'],
  ],
  [
    'a bond that meets a single port',
    change('sfp-sfpplus3-4: { bond: up }', 'sfp-sfpplus3: { bond: up }'),
    ['intent/link-bond', 'down', 'up'],
  ],
  ['LACP at one end', change('up: { trunk', 'up: { mode: balance-xor, trunk'), ['intent/link-bond', 'down', 'up']],
  [
    'a VLAN that the other trunk does not take',
    change('up: { trunk: [office, guests] }', 'up: { trunk: [office] }'),
    ['intent/link-vlans', 'trunk', 'trunk'],
  ],
  [
    'an untagged VLAN at one end',
    change('up: { trunk: [office, guests] }', 'up: { trunk: [office], native: guests }'),
    ['intent/link-vlans', 'down', 'up'],
  ],
  [
    'the wrong AS number',
    change('asn: 65002, password', 'asn: 65003, password'),
    ['intent/session-mismatch', '65003', '65002'],
  ],
  [
    'a peer that does not know of it',
    change('address: 10.0.0.1, asn', 'address: 192.0.2.1, asn'),
    ['intent/session-mismatch', 'edge', 'peers'],
  ],
  [
    'a peer named by another address of its own',
    change('address: 10.0.0.1, asn', 'address: 10.0.30.1, asn'),
    ['intent/next-hop-unreachable', '10.0.30.1', ''],
    ['intent/session-mismatch', '10.0.0.2', '10.0.30.1'],
  ],
  [
    'a password at one end',
    change('asn: 65001, password: !env KEY', 'asn: 65001'),
    ['intent/session-mismatch', 'password', 'core'],
  ],
  [
    'BFD at one end',
    change('asn: 65001, password', 'asn: 65001, bfd: true, password'),
    ['intent/session-mismatch', 'bfd', 'edge'],
  ],
  ['areas that differ', change('areas: { backbone', 'areas: { 1'), ['intent/session-mismatch', 'ether1', 'ether1']],
  [
    'a network type that differs',
    change('backbone: { interfaces: { ether1: { point-to-point: true } }', 'backbone: { interfaces: { ether1: {} }'),
    ['intent/session-mismatch', 'ether1', 'ether1'],
  ],
  [
    'an OSPF key at one end',
    change(
      '{ ether1: { point-to-point: true } } } }\n  access',
      '{ ether1: { point-to-point: true, password: !env K } } } }\n  access',
    ),
    ['intent/session-mismatch', 'ether1', 'ether1'],
  ],
  [
    'an area that is a stub at one end',
    change('backbone: { interfaces', 'backbone: { type: stub, interfaces'),
    ['intent/session-mismatch', 'ether1', 'ether1'],
  ],
];

describe('one end differs', () => {
  test.each(cases.map(([name, text, ...expected]) => ({ name, text, expected })))('$name', ({ text, expected }) => {
    expect(both(text)).toEqual(expected);
  });
});

test('a bond meets a port only where no switch can be between them', () => {
  const bonded = (length: number) => `version: 1
site: bonds
defaults: { routeros: 7.20.8 }
devices:
  a:
    model: RB5009UG+S+
    ports: { ether1-2: { bond: out } }
    bonds: { out: { routed: 192.0.2.1/${length} } }
  b:
    model: RB5009UG+S+
    ports: { ether1: { routed: 192.0.2.2/${length} } }
`;
  expect(both(bonded(30))).toEqual([['intent/link-bond', 'out', 'ether1']]);
  expect(both(bonded(29))).toEqual([]);
});

test('a device without BGP is no peer', () => {
  const start = site.indexOf('    bgp:\n      asn: 65002');
  const end = site.indexOf('    ospf:', start);
  expect(both(site.slice(0, start) + site.slice(end))).toEqual([['intent/session-mismatch', '10.0.0.2', 'edge']]);
});

test.each([
  ['a prefix that only parts are routed of', 'advertise: [office, 10.0.0.0/16]', '10.0.0.0/16'],
  ['a VLAN of other devices', 'advertise: [filtered, office]', 'filtered'],
])('BGP never announces %s', (_, advertise, named) => {
  const alone = change(
    '    ospf:\n      router-id: 10.0.0.1\n      areas: { 0.0.0.0: { interfaces: { ether1: { point-to-point: true } } } }\n',
    '',
  );
  const other = change('  transit: {', '  filtered: { id: 40, ipv4: 10.0.40.0/24 }\n  transit: {', alone);
  const text = change('asn: 65001\n', `asn: 65001\n      ${advertise}\n`, other);
  expect(both(text).filter(([code]) => code === 'intent/never-announced')).toEqual([
    ['intent/never-announced', named, ''],
  ]);
});

test('OSPF runs on no interface of another VRF', () => {
  const text = change('    gateways: { office', '    vrfs: { lab: { interfaces: ether1 } }\n    gateways: { office');
  expect(both(text).map(([code, at]) => [code, at])).toContainEqual(['intent/never-announced', 'ether1']);
});

test('different sizes of frames on two trunks', () => {
  const single = change(
    'sfp-sfpplus3-4: { bond: up }\n    bonds:\n      up: { trunk: [office, guests] }',
    'sfp-sfpplus3: { trunk: [office, guests], l2mtu: 1600 }',
    change(
      'sfp-sfpplus1-2: { bond: down }\n    bonds:\n      down: { trunk: [office, guests] }',
      'sfp-sfpplus1: { trunk: [office, guests], l2mtu: 9000 }',
    ),
  );
  expect(both(single)).toEqual([['intent/link-mtu', 'sfp-sfpplus1', 'sfp-sfpplus3']]);
});

test('which trunks are the ends of one cable is not guessed', () => {
  const third = `  other:
    model: CRS328-24P-4S+
    ports: { sfp-sfpplus1: { trunk: [office, guests] }, ether1: { vlan: office } }
`;
  expect(both(change('  edge:\n', `${third}  edge:\n`))).toEqual([]);
});
