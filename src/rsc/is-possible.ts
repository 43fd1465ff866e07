// Values that no device takes: addresses that there are not, words for numbers, numbers beyond what the property holds.
// Words and names may stand where the tables know an address, so that only what looks like one is judged.

import type { MenuProperty } from '../model/menu.ts';
import { parseNumberRanges } from '../model/number-range.ts';
import { parsePrefix } from '../model/prefix.ts';
import { wordSet } from '../source/word-set.ts';

const addressTypes: ReadonlySet<string> = new Set(['address', 'interface-address', 'prefix']);

/** Digits and dots, or hexadecimal digits with two colons at least, as no name of a host is written. */
const looksLikeAddress = /^(?:\d+(?:\.\d+)+|[\da-f]*:[\da-f]*:[\da-f:.]*)(?:\/\d+)?$/i;

/** Digits alone: a word such as `auto` is none. */
const looksLikeRanges = /^!?\d(?:[\d,-]*\d)?$/;

/** The least and the largest number, by the manual's tables of these menus. */
const bounds: ReadonlyMap<string, readonly [number, number]> = new Map([
  ['default-route-distance', [0, 255]],
  ['distance', [0, 255]],
  ['dst-port', [0, 65_535]],
  ['flow-label', [0, 1_048_575]],
  ['mtu', [0, 65_536]],
  ['new-vlan-id', [0, 4095]],
  ['new-vlan-priority', [0, 7]],
  ['pvid', [1, 4094]],
  ['src-port', [0, 65_535]],
  ['storm-rate', [0, 100]],
  ['vlan-id', [0, 4095]],
  ['vlan-ids', [1, 4094]],
  ['vlan-priority', [0, 7]],
  ['vni', [1, 16_777_215]],
]);

/** What a device prints in place of a number. */
const inPlaceOfNumber = wordSet('any auto default dynamic inherit no none unlimited unspecified yes');

const looksLikeMac = /^!?[\da-z]+(?::[\da-z]*){2,}(?:\/.*)?$/i;
const octets = '[\\da-f]{1,2}(?::[\\da-f]{1,2}){5}';
const isMac = new RegExp(`^!?${octets}(?:/${octets})?$`, 'i');

/** False where the device is certain to refuse the value. */
export function isPossible(name: string, spec: MenuProperty, value: string): boolean {
  if (addressTypes.has(spec.type)) return isAddressOrRange(withoutNot(value));
  if (spec.type === 'mac') return !looksLikeMac.test(value) || isMac.test(value);
  return isNumberWhereOneIsDue(spec, value) && isWithinBounds(name, spec, value);
}

/** Of properties that decide about forwarding: of others the tables do not know each word that they take. */
function isNumberWhereOneIsDue({ type, offload }: MenuProperty, value: string): boolean {
  return type !== 'number' || offload !== 'analysed' || !/^[a-z]/i.test(value) || inPlaceOfNumber.has(value);
}

function isWithinBounds(name: string, { type }: MenuProperty, value: string): boolean {
  const bound = bounds.get(name);
  if (!bound || type === 'text' || !looksLikeRanges.test(value)) return true;
  const [min, max] = bound;
  const single = Number(value);
  if (!Number.isNaN(single)) return single >= min && single <= max;
  return parseNumberRanges(withoutNot(value), max)?.every(({ from }) => from >= min) ?? false;
}

function withoutNot(value: string): string {
  return value.startsWith('!') ? value.slice(1) : value;
}

function isAddressOrRange(text: string): boolean {
  return parsePrefix(text) !== undefined || text.split('-').every(isAddress);
}

function isAddress(text: string): boolean {
  return !looksLikeAddress.test(text) || parsePrefix(text) !== undefined;
}
