// Values that no device takes: addresses that there are not, words for numbers, numbers beyond what the property holds.
// Words and names may stand where the tables know an address, so that only what looks like one is judged.

import table from '../../profiles/menus/bounds.json' with { type: 'json' };
import type { MenuProperty } from '../model/menu.ts';
import { parseNumberRanges } from '../model/number-range.ts';
import { parsePrefix } from '../model/prefix.ts';
import { wordSet } from '../source/word-set.ts';

const addressTypes: ReadonlySet<string> = new Set(['address', 'interface-address', 'prefix']);

/** Digits and dots, or hexadecimal digits with two colons at least, as no name of a host is written. */
const looksLikeAddress = /^(?:\d+(?:\.\d+)+|[\da-f]*:[\da-f]*:[\da-f:.]*)(?:\/\d+)?$/i;

/** Digits alone: a word such as `auto` is none. */
const looksLikeRanges = /^!?\d(?:[\d,-]*\d)?$/;

/** The least and the largest number. */
const bounds: ReadonlyMap<string, readonly number[]> = new Map(Object.entries(table.properties));

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
  const [min = 0, max = 0] = bound;
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
