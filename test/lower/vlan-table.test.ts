// `vlan-table` stands in place of the members that follow from the ports, property by property; where the bridge has no
// row for the VLAN, that is said.

import { expect, test } from 'vitest';
import { lowerSite } from '../support/lower-site.ts';
import { change, marked, read } from '../support/valid-site.ts';

const withTable = (table: string, model = 'CRS326-24G-2S+') =>
  lowerSite(
    read(
      change('    ports:', `    vlan-table: ${table}\n    ports:`)
        .replace('CRS326-24G-2S+', model)
        .replace(/acls:[\s\S]*/, ''),
    ),
    'core',
  );

test('what it does not say follows from the ports', () => {
  const { value, diagnostics } = withTable('{ left: { tagged: [bridge, ether20] } }');
  const row = value.config.items.find(({ menu, key }) => menu === '/interface/bridge/vlan' && key.endsWith('2'));
  const said = (name: string) => row?.properties.get(name)?.value;
  expect([said('tagged'), said('untagged'), said('vlan-ids')]).toEqual([
    'bridge,ether20',
    'ether1,ether2,ether3,ether4',
    '2',
  ]);
  expect(diagnostics.map(marked)).not.toContainEqual(['lower/vlan-without-row', 'left']);
});

test('a chip with a VLAN table of its own has no such rows', () => {
  const table = '{ left: { tagged: ether5 } }';
  const text = change('    ports:', `    vlan-table: ${table}\n    ports:`)
    .replace('CRS326-24G-2S+', 'RB450Gx4')
    .replace(/ {4}management: .*\n/, '')
    .replace(
      / {6}ether1-4:[\s\S]* {4}gateways:/,
      '      ether3: { vlan: left }\n      ether4: { vlan: right }\n      ether1: { routed: 198.51.100.1/30, zone: internet }\n    gateways:',
    )
    .replace(/acls:[\s\S]*/, '');
  const { diagnostics } = lowerSite(read(text), 'core');
  expect(diagnostics.map(marked)).toContainEqual(['lower/vlan-without-row', 'left']);
});
