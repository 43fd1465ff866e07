// Tenants with the same addresses, each in a VRF of its own.

import { expect, test } from 'vitest';
import { loadIntent } from '../../src/intent/load.ts';
import { itemsOf, propertyValue } from '../../src/model/config.ts';
import { builtInProfiles } from '../support/built-in-profiles.ts';
import { lowerSite } from '../support/lower-site.ts';
import { marked, read } from '../support/valid-site.ts';

const site = (flow: string, vrfs = '{ RED: { interfaces: red }, BLUE: { interfaces: [blue, far] } }') => `version: 1
site: tenants
vlans:
  red: { id: 31, ipv4: 10.31.0.0/24 }
  blue: { id: 32, ipv4: 10.31.0.0/24 }
  far: { id: 33, ipv4: 10.33.0.0/24 }
devices:
  core:
    model: CRS317-1G-16S+
    routeros: 7.20.8
    ports:
      sfp-sfpplus1: { vlan: red }
      sfp-sfpplus2: { vlan: blue }
      sfp-sfpplus3: { vlan: far }
    gateways: { red: 10.31.0.1, blue: 10.31.0.1, far: 10.33.0.1 }
    vrfs: ${vrfs}
    routes:
      - { to: 0.0.0.0/0, via: 10.31.0.253, vrf: RED }
      - { to: 0.0.0.0/0, via: 10.31.0.254, vrf: BLUE }
flows:
  - ${flow}
`;

function codesOf(text: string): [code: string, marked: string][] {
  return loadIntent({ path: 'site.yaml', text }, { profiles: builtInProfiles() }).diagnostics.map(marked);
}

test('one subnet and one address stand in two VRFs, and each route in its own', () => {
  const { config } = lowerSite(read(site('{ from: far, to: blue }')), 'core').value;
  const rows = (menu: '/ip/address' | '/ip/route', name: string) =>
    itemsOf(config, menu).map((item) => propertyValue(item, name));
  expect(rows('/ip/address', 'address')).toEqual(['10.31.0.1/24', '10.31.0.1/24', '10.33.0.1/24']);
  expect(rows('/ip/address', 'interface')).toEqual(['red', 'blue', 'far']);
  expect(rows('/ip/route', 'routing-table')).toEqual(['RED', 'BLUE']);
});

test('in one VRF they still collide', () => {
  const together = site('{ from: far, to: blue }', '{ RED: { interfaces: [red, blue] }, BLUE: { interfaces: far } }');
  expect(codesOf(together).map(([code]) => code)).toEqual(
    expect.arrayContaining(['intent/subnet-overlap', 'intent/address-twice']),
  );
});

test('a VRF and the main table do not collide', () => {
  expect(
    codesOf(site('{ from: far, to: blue }', '{ BLUE: { interfaces: [blue, far] } }').replace(/.*vrf: RED.*\n/, '')),
  ).toEqual([]);
});

test('a flow to a VLAN whose addresses are another’s in the VRF of its source ends there', () => {
  expect(codesOf(site('{ from: far, to: red }'))).toEqual([['intent/flow-between-vrfs', 'red']]);
  expect(codesOf(site('{ from: far, to: blue }'))).toEqual([]);
});

test('an ACL whose rule names a VLAN of another VRF would judge its twin', () => {
  const acl = (from: string, to: string) =>
    `${site('{ from: far, to: blue }')}acls:\n  some:\n    from: ${from}\n    rules: [{ deny: { to: ${to} } }, { permit: any }]\n`;
  expect(codesOf(acl('far', 'red'))).toEqual([['intent/acl-between-vrfs', 'red']]);
  expect(codesOf(acl('[red, far]', '[red, blue]'))).toEqual([
    ['intent/acl-between-vrfs', 'red'],
    ['intent/acl-between-vrfs', 'blue'],
  ]);
  expect(codesOf(acl('far', 'blue'))).toEqual([]);
});
