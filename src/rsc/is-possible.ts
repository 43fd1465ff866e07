// Values that no device takes: addresses that there are not, numbers above what the property holds. Words and names may
// stand in many places where the tables know a number or an address, so that only what looks like one is judged.

import type { MenuProperty } from '../model/menu.ts';
import { parseNumberRanges } from '../model/number-range.ts';
import { parseInterfaceAddress, parsePrefix } from '../model/prefix.ts';

const addressTypes: ReadonlySet<string> = new Set(['address', 'interface-address', 'prefix']);

/** Digits and dots, or hexadecimal digits with two colons at least, as no name of a host is written. */
const looksLikeAddress = /^(?:\d+(?:\.\d+)+|[\da-f]*:[\da-f]*:[\da-f:.]*)(?:\/\d+)?$/i;

/** Digits alone: a word such as `auto` is none. */
const looksLikeRanges = /^!?\d(?:[\d,-]*\d)?$/;

/** The largest numbers, by the manual's tables of `/interface/bridge`, `/interface/vlan` and the firewall. */
const largest: ReadonlyMap<string, number> = new Map([
  ['pvid', 4094],
  ['vlan-ids', 4094],
  ['vlan-id', 4095],
  ['new-vlan-id', 4095],
  ['src-port', 65_535],
  ['dst-port', 65_535],
]);

/** False where the device is certain to refuse the value. */
export function isPossible(name: string, { type }: MenuProperty, value: string): boolean {
  if (addressTypes.has(type)) return withoutNot(value).split('-').every(isAddress);
  const max = largest.get(name);
  return max === undefined || !looksLikeRanges.test(value) || parseNumberRanges(withoutNot(value), max) !== undefined;
}

function withoutNot(value: string): string {
  return value.replace(/^!/, '');
}

function isAddress(text: string): boolean {
  return !looksLikeAddress.test(text) || parseInterfaceAddress(text) !== undefined || parsePrefix(text) !== undefined;
}
