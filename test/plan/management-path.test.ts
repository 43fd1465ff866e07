// Which changes the session that makes them depends on.

import { expect, test } from 'vitest';
import { diff } from '../../src/plan/diff.ts';
import { isOnManagementPath, managementPath } from '../../src/plan/management-path.ts';
import { configOf, type Rows } from '../support/config-of.ts';

const base: Rows = {
  '/interface/ethernet': [{ 'default-name': 'ether1', name: 'ether1' }],
  '/interface/bridge': [{ name: 'bridge', 'vlan-filtering': 'yes', pvid: '7' }],
  '/interface/bridge/port': [{ bridge: 'bridge', interface: 'ether1', pvid: '7' }],
  '/interface/bridge/vlan': [{ bridge: 'bridge', 'vlan-ids': '7' }],
  '/ip/address': [{ address: '10.0.0.1/24', interface: 'bridge' }],
  '/ip/vrf': [{ name: 'apart', interfaces: 'bridge' }],
};

const cases: readonly (readonly [what: string, isOn: boolean, Rows])[] = [
  ['the VLAN of the bridge itself', true, { '/interface/bridge/vlan': [{ bridge: 'bridge', 'vlan-ids': '7,9' }] }],
  [
    'another VLAN',
    false,
    { '/interface/bridge/vlan': [...(base['/interface/bridge/vlan'] ?? []), { bridge: 'bridge', 'vlan-ids': '9' }] },
  ],
  ['the VRF that the interface leaves', true, { '/ip/vrf': [{ name: 'apart', interfaces: 'ether9' }] }],
  ['a rule before routing, whose chain is not written', true, { '/ip/firewall/raw': [{ action: 'drop' }] }],
  ['a rule before routing', true, { '/ip/firewall/raw': [{ chain: 'prerouting', action: 'drop' }] }],
  ['a rule of what the device sends', false, { '/ip/firewall/raw': [{ chain: 'output', action: 'drop' }] }],
  [
    'a port that is known by its key',
    true,
    { '/interface/ethernet': [{ 'default-name': 'ether1', name: 'ether1', mtu: '9000' }] },
  ],
];

test.each(cases)('%s', (_, isOn, rows) => {
  const prior = configOf(base);
  const path = managementPath(prior, '10.0.0.1');
  const { changes } = diff(prior, configOf({ ...base, ...rows }), { exclusive: ['/ip/vrf', '/interface/bridge/vlan'] });
  expect(changes.length).toBeGreaterThan(0);
  expect(changes.some((change) => path !== undefined && isOnManagementPath(path, change))).toBe(isOn);
});
