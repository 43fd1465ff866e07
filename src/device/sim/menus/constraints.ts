// What a device checks beyond the type of a value: mandatory arguments and numeric limits.

import table from '../../../../profiles/simulated/menus.json' with { type: 'json' };
import type { MenuPath } from '../../../model/config.ts';
import { isAtLeastVersion } from '../../../model/version.ts';
import type { Target } from '../../../profile/target.ts';

export const mandatoryArguments: Readonly<Record<MenuPath, readonly string[]>> = table.mandatory;

/** Limits that hold wherever the argument occurs. */
export const numericRanges: ReadonlyMap<string, readonly [number, number]> = new Map(
  Object.entries(table.ranges).map(([name, [least = 0, most = 0]]) => [name, [least, most]]),
);

/** Addresses that may be a DNS name, by menu and argument. Source: manual, address lists. */
export const namedAddresses: ReadonlySet<string> = new Set(['/ip/firewall/address-list address']);

/** The bridge VLAN table takes interface lists since 7.17. Source: manual, "Interface Lists in VLAN Table". */
export function isLaterReference({ routeros }: Target, argument: string, menu: MenuPath): boolean {
  const isListOfVlan = menu === '/interface/list' && /^\/interface\/bridge\/vlan (un)?tagged$/.test(argument);
  return isListOfVlan && !isAtLeastVersion(routeros, '7.17');
}
