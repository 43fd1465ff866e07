// Normal forms of property values: two spellings of one value are equal, so that a spelling never looks like a change.

import { isYes, listValues } from './config.ts';
import { parseDuration, printDuration } from './duration.ts';
import type { MenuProperty } from './menu.ts';
import { parseInterfaceAddress, parsePrefix, printAddress, printPrefix } from './prefix.ts';

/** Without a spec (an unmodelled property) only surrounding blanks are dropped. */
export function canonical(spec: MenuProperty | undefined, value: string): string {
  // Blanks at the ends of a comment, a name or a secret are part of it.
  if (!spec || spec.type === 'text' || spec.type === 'script') return value;
  const text = value.trim();
  if (text === '') return text;
  // A negation stands before the whole value, lists included.
  if (text.startsWith('!')) return `!${canonical(spec, text.slice(1))}`;
  switch (spec.type) {
    case 'bool':
      return canonicalBool(text);
    case 'flag':
      return isYes(text) ? '' : text;
    case 'number':
      return canonicalNumber(text);
    case 'duration':
      return canonicalDuration(text);
    case 'list':
      return listValues(text).map(canonicalMember).join(',');
    case 'set':
      return canonicalSet(listValues(text).map(canonicalMember));
    case 'ranges':
      return canonicalRanges(text);
    case 'address':
    case 'interface-address':
      return canonicalAddress(text, spec.type === 'interface-address' ? 64 : 128);
    case 'prefix':
      return canonicalPrefix(text);
    case 'mac':
      return /^[\da-f:.-]+(\/[\da-f:]+)?$/i.test(text) ? text.toUpperCase().replaceAll('-', ':') : text;
    case 'enum':
      return canonicalEnum(spec, text);
    default:
      return text;
  }
}

/** The API prints booleans as `true` and `false` where an export has `yes` and `no`. */
export function canonicalBool(text: string): string {
  if (isYes(text)) return 'yes';
  return text === 'false' ? 'no' : text;
}

/** The API prints some two-valued enums as booleans. */
function canonicalEnum(spec: MenuProperty, text: string): string {
  if (spec.enum?.includes(text)) return text;
  const number = canonicalNumber(text);
  return spec.enum?.find((word) => word === canonicalBool(text) || canonicalNumber(word) === number) ?? text;
}

const multipliers: Readonly<Record<string, number>> = {
  '': 1,
  k: 1e3,
  m: 1e6,
  g: 1e9,
  ki: 1024,
  mi: 1024 ** 2,
  gi: 1024 ** 3,
};

/** Decimal without leading zeros; `0x8000`, `10M` and `2000KiB` are numbers too. Words stay as they are. */
function canonicalNumber(text: string): string {
  if (/^0x[\da-f]+$/i.test(text)) return String(Number.parseInt(text, 16));
  const match = /^(\d+)(?:\.(\d+))?(k|m|g|ki|mi|gi)?(b|bps)?$/i.exec(text);
  if (!match) return text;
  const [, whole, fraction, unit = ''] = match;
  const value = Number(`${whole}.${fraction ?? 0}`) * (multipliers[unit.toLowerCase()] ?? 1);
  return Number.isSafeInteger(value) ? String(value) : text;
}

/** `1d2h`, `00:05:00`, `1w3d00:00:10`, `300ms` and bare seconds, all as RouterOS prints them over its API: `5m`. */
function canonicalDuration(text: string): string {
  const ms = parseDuration(text);
  return ms === undefined ? text : printDuration(ms);
}

/** Members keep their spelling, but for addresses, which have several. */
function canonicalMember(member: string): string {
  return /^[\da-f.:/]+$/i.test(member) && /[.:]/.test(member) ? canonicalAddress(member, 128) : member;
}

/** Numbers within words count as numbers, as RouterOS sorts: `ether3` before `ether23`. */
function naturally(a: string, b: string): number {
  const [left, right] = [a, b].map((word) => word.match(/\d+|\D+/g) ?? []);
  for (const [index, part] of (left ?? []).entries()) {
    const other = right?.[index];
    if (other === undefined) return 1;
    if (part === other) continue;
    return Number(part) - Number(other) || (part < other ? -1 : 1);
  }
  return (left?.length ?? 0) - (right?.length ?? 0);
}

/** A negated member never comes first of several: there it would negate the whole set. */
function canonicalSet(members: readonly string[]): string {
  const rank = (member: string) => (member.startsWith('!') ? 1 : 0);
  return [...new Set(members)].sort((a, b) => rank(a) - rank(b) || naturally(a, b)).join(',');
}

/** Sorted, merged numbers and ranges; any member that is not numeric leaves the whole a set of words. */
function canonicalRanges(text: string): string {
  const ranges: [number, number][] = [];
  for (const member of listValues(text)) {
    const match = /^(\d+)(?:-(\d+))?$/.exec(member);
    if (!match) return canonicalSet(listValues(text));
    const from = Number(match[1]);
    ranges.push([from, Number(match[2] ?? from)]);
  }
  ranges.sort(([a], [b]) => a - b);
  const merged: [number, number][] = [];
  for (const [from, to] of ranges) {
    const last = merged.at(-1);
    if (last && from <= last[1] + 1) last[1] = Math.max(last[1], to);
    else merged.push([from, to]);
  }
  return merged.map(([from, to]) => (from === to ? `${from}` : `${from}-${to}`)).join(',');
}

/** Keeps the host part; a full-length mask goes without saying, and so does `length6` for IPv6. */
function canonicalAddress(text: string, length6: number): string {
  const own = parseInterfaceAddress(text);
  if (!own) return text;
  const usual = own.host.family === 4 ? 32 : length6;
  const length = text.includes('/') ? own.network.length : usual;
  return length === usual ? printAddress(own.host) : `${printAddress(own.host)}/${length}`;
}

/** Host bits cleared and the length written out. Ranges (`10.0.0.1-10.0.0.9`) and names stay as they are. */
function canonicalPrefix(text: string): string {
  const prefix = parsePrefix(text);
  return prefix ? printPrefix(prefix) : text;
}

/** What RouterOS does anyhow, also where a verbose export spells it out. */
export function isUsual(spec: MenuProperty | undefined, value: string): boolean {
  return spec?.default !== undefined && canonical(spec, value) === canonical(spec, spec.default);
}
