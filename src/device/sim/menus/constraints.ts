// What a device checks beyond the type of a value: mandatory arguments and numeric limits.
// Source: manual, property tables and cli-reference of each menu.

import type { MenuPath } from '../../../model/config.ts';
import { isAtLeastVersion } from '../../../model/version.ts';
import type { Target } from '../../../profile/target.ts';

export const mandatoryArguments: Readonly<Record<MenuPath, readonly string[]>> = {
  '/interface/bridge/port': ['bridge', 'interface'],
  '/interface/bridge/vlan': ['bridge', 'vlan-ids'],
  '/interface/vlan': ['interface', 'vlan-id'],
  '/interface/bonding': ['slaves'],
  '/interface/list': ['name'],
  '/interface/list/member': ['interface', 'list'],
  '/interface/ethernet/switch/rule': ['switch'],
  '/ip/address': ['address', 'interface'],
  '/ip/firewall/filter': ['chain'],
  '/ip/firewall/nat': ['chain'],
  '/ip/firewall/mangle': ['chain'],
  '/ip/firewall/raw': ['chain'],
  '/ip/firewall/address-list': ['list'],
  '/ip/vrf': ['name'],
  '/ipv6/address': ['interface'],
  '/ipv6/firewall/filter': ['chain'],
  '/ipv6/firewall/nat': ['chain'],
  '/ipv6/firewall/mangle': ['chain'],
  '/ipv6/firewall/raw': ['chain'],
  '/ipv6/firewall/address-list': ['list'],
  '/routing/table': ['name'],
  '/routing/filter/rule': ['chain'],
  '/user': ['name', 'group'],
  '/user/group': ['name'],
};

/** Limits that hold wherever the argument occurs. */
export const numericRanges: Readonly<Record<string, readonly [number, number]>> = {
  'vlan-id': [1, 4094],
  'new-vlan-id': [0, 4095],
  pvid: [1, 4094],
  distance: [1, 255],
  scope: [0, 255],
  'target-scope': [0, 255],
  'new-vlan-priority': [0, 7],
  'vlan-priority': [0, 7],
  l2mtu: [0, 65535],
  vni: [1, 16777215],
};

/** Addresses that may be a DNS name, by menu and argument. Source: manual, address lists. */
export const namedAddresses: ReadonlySet<string> = new Set(['/ip/firewall/address-list address']);

/** The bridge VLAN table takes interface lists since 7.17. Source: manual, "Interface Lists in VLAN Table". */
export function isLaterReference({ routeros }: Target, argument: string, menu: MenuPath): boolean {
  const isListOfVlan = menu === '/interface/list' && /^\/interface\/bridge\/vlan (un)?tagged$/.test(argument);
  return isListOfVlan && !isAtLeastVersion(routeros, '7.17');
}
