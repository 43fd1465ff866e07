// One value on its way in and out: checked against its argument's type, kept in export spelling, printed as the API
// does.

import { listValues } from '../../../model/config.ts';
import { parseDuration, printDuration } from '../../../model/duration.ts';
import { parsePrefix } from '../../../model/prefix.ts';
import { traps } from '../trap.ts';
import type { SimProperty } from './sim-menu.ts';

/** The value in the spelling that is stored. Throws a Trap in RouterOS's words. */
export function readValue(name: string, property: SimProperty, text: string): string {
  if (text === '' && property.type !== 'bool' && property.type !== 'number') return '';
  switch (property.type) {
    case 'bool':
      return readBool(name, text);
    case 'flag':
      if (text === 'yes' || text === 'true') return '';
      throw traps.noMatch(name);
    case 'number':
      return readNumber(name, property, text);
    case 'enum':
      return readEnum(name, property.enum ?? [], text);
    case 'duration':
      return readDuration(name, property, text);
    case 'mac':
      return readMac(name, property, text);
    case 'list':
    case 'set':
      return listValues(text)
        .map((member) => (property.enum ? readMember(name, property.enum, member) : member))
        .join(',');
    case 'address':
    case 'interface-address':
    case 'prefix':
      return readAddress(name, property, text);
    case 'ranges':
      return readRanges(name, property, text);
    case 'text':
    case 'script':
      return text;
  }
}

/** As an API print shows a stored value. */
export function printValue(property: SimProperty | undefined, value: string): string {
  return property?.type === 'bool' ? printBool(value) : value;
}

/** The API prints booleans as `true` and `false`. */
export function printBool(value: string): string {
  return value === 'yes' ? 'true' : value === 'no' ? 'false' : value;
}

function readBool(name: string, text: string): string {
  if (text === 'yes' || text === 'true') return 'yes';
  if (text === 'no' || text === 'false') return 'no';
  throw traps.noMatch(name);
}

function readNumber(name: string, property: SimProperty, text: string): string {
  if (property.enum?.includes(text) || text === property.default) return text;
  if (/^[a-z-]+$/.test(text) && property.enum === undefined && property.range === undefined) return text;
  if (!/^(0x[0-9a-fA-F]+|\d+)$/.test(text)) throw traps.invalid(name);
  const value = Number(text);
  if (property.range && (value < property.range[0] || value > property.range[1])) {
    throw traps.outOfRange(name, property.range[0], property.range[1]);
  }
  if (property.default?.startsWith('0x')) {
    return `0x${value
      .toString(16)
      .toUpperCase()
      .padStart(property.default.length - 2, '0')}`;
  }
  return String(value);
}

function readEnum(name: string, words: readonly string[], text: string): string {
  if (words.length === 0 || words.includes(text)) return text;
  const asBool = { true: 'yes', false: 'no' }[text];
  if (asBool && words.includes(asBool)) return asBool;
  const matches = words.filter((word) => word.startsWith(text));
  if (matches.length > 1) throw traps.ambiguous(name);
  const [match] = matches;
  if (match === undefined) throw traps.noMatch(name);
  return match;
}

/** Members of a list may be negated (`!established`). */
function readMember(name: string, words: readonly string[], member: string): string {
  const negation = member.startsWith('!') ? '!' : '';
  return negation + readEnum(name, words, member.slice(negation.length));
}

function readDuration(name: string, property: SimProperty, text: string): string {
  if (property.enum?.includes(text) || text === property.default || /^[a-z]+(-[a-z]+)*$/.test(text)) return text;
  const ms = parseDuration(text);
  if (ms === undefined) throw traps.invalid(name);
  return printDuration(ms);
}

function readMac(name: string, property: SimProperty, text: string): string {
  if (text === property.default || text === 'none' || text === 'auto') return text;
  if (!/^!?[0-9a-f]{2}(:[0-9a-f]{2}){5}(\/[0-9a-f]{2}(:[0-9a-f]{2}){5})?$/i.test(text)) throw traps.invalid(name);
  return text.toUpperCase();
}

function readAddress(name: string, property: SimProperty, text: string): string {
  if (text === property.default || property.enum?.includes(text)) return text;
  if (property.takesName && /^[a-z\d-]+(\.[a-z\d-]+)*\.[a-z][a-z\d-]*\.?$/i.test(text)) return text;
  const members = property.type === 'prefix' ? listValues(text) : [text];
  for (const member of members) {
    const [low = '', high, ...more] = member.replace(/^!/, '').split('-');
    const isRange = high === undefined || (more.length === 0 && parsePrefix(high) !== undefined);
    // `fe80::1%vlan10` names the interface of a link-local address.
    if (!isRange || !parsePrefix(low.replace(/%.*$/, ''))) throw traps.invalid(name);
  }
  // Masks are kept as lengths.
  return members
    .map((member) => member.replace(/\/[\d.]*\.[\d.]*$/, () => `/${parsePrefix(member.replace(/^!/, ''))?.length}`))
    .join(',');
}

/** Numbers and ranges of them; words such as protocol or service names stay as they are. */
function readRanges(name: string, property: SimProperty, text: string): string {
  const members = listValues(text.replace(/^!/, ''));
  for (const member of members) {
    const bounds = member.split('-').map(Number);
    if (bounds.some(Number.isNaN)) continue;
    const [low = 0, high = low] = bounds;
    const limits = name === 'vlan-ids' ? ([1, 4094] as const) : property.range;
    if (limits && (low < limits[0] || high > limits[1])) throw traps.outOfRange(name, limits[0], limits[1]);
    if (low > high) throw traps.invalid(name);
  }
  return text;
}
