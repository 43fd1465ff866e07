// What a site has words of its own for, and what it does not take for one of them.

import { expect, test } from 'vitest';
import { addressesOf } from '../../src/import/addresses.ts';
import { bridgingOf, mainBridge } from '../../src/import/bridging.ts';
import { routesOf, vrfsOf } from '../../src/import/routing.ts';
import { configOf } from '../support/config-of.ts';

test('a VRF that the device made by itself is none that a site asks for', () => {
  const vrf = (name: string, state: object) => ({ name, interfaces: 'ether1', ...state });
  const config = configOf({ '/ip/vrf': [vrf('main', {}), vrf('own', {}), vrf('made', { '.dynamic': 'true' })] });
  expect(Object.keys(vrfsOf(config, new Set(['ether1'])))).toEqual(['own']);
});

test('a VLAN interface of S-tags is no gateway of a VLAN', () => {
  const config = configOf({
    '/interface/bridge': [{ name: 'bridge', 'vlan-filtering': 'yes' }],
    '/interface/vlan': [
      { name: 'office', interface: 'bridge', 'vlan-id': '10' },
      { name: 'outer', interface: 'bridge', 'vlan-id': '20', 'use-service-tag': 'yes' },
    ],
  });
  const bridge = mainBridge(config);
  expect(bridge && [...bridgingOf(config, bridge).interfaces.keys()]).toEqual([10]);
});

test('each check of a gateway is kept', () => {
  const checks = ['ping', 'arp', 'bfd', 'none'];
  const config = configOf({
    '/ip/address': [{ address: '10.0.0.1/24', interface: 'ether1' }],
    '/ip/route': checks.map((check, index) => ({
      'dst-address': `10.${index + 1}.0.0/16`,
      gateway: '10.0.0.2',
      'check-gateway': check,
    })),
  });
  const routes = routesOf(config, {}, [...addressesOf(config, []).values()].flat());
  expect(routes.map((route) => route['check-gateway'] ?? 'none')).toEqual(checks);
});
