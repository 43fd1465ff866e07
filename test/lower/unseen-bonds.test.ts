// Before RouterOS 7.17 no switch rule names a bond: whatever takes to the CPU what enters by one says so.

import { expect, test } from 'vitest';
import { lowerSite } from '../support/lower-site.ts';
import { change, marked, read } from '../support/valid-site.ts';

const policies: readonly (readonly [name: string, keys: string])[] = [
  ['a firewall', 'firewall: [{ from: left, to: right, default: drop }]'],
  ['policy routing', 'pbr: [{ name: steer, from: right, via: 10.0.2.9 }]'],
  ['a VRF beside the chip', 'vrfs: { apart: { interfaces: right } }'],
];

function said(keys: string, routeros: string) {
  const text = change('ether5-8: { vlan: right }', 'ether5-8: { bond: up }')
    .replace('    gateways', `    bonds: { up: { vlan: right } }\n    ${keys}\n    gateways`)
    .replace(/ {4}management: .*\n/, '')
    .replace('7.14.3', routeros);
  const codes = lowerSite(read(text), 'core').diagnostics.map(marked);
  return codes.filter(([code]) => code === 'lower/bond-in-switch-rule');
}

test.each(policies)('%s', (_, keys) => {
  expect(said('unused-ports: untouched', '7.14.3')).toEqual([]);
  expect(said(keys, '7.14.3')).toEqual([['lower/bond-in-switch-rule', 'up']]);
  expect(said(keys, '7.17.2')).toEqual([]);
});
