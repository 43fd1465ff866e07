// Which routed ends a prefix concerns, for configurations with tens of thousands of routes and list entries.

import type { RoutedEnd } from '../forwarding/ends.ts';
import { type BaseKey, baseKey } from '../forwarding/route-table.ts';
import { bitsOf, containsPrefix, lastAddress, type Prefix } from '../model/prefix.ts';

/** Ends as bits, in the order of `ends`. All ends are of one family. */
export interface EndsIndex {
  /** Ends with the longest prefix around this one, and ends with a longer prefix inside it. */
  passing(prefix: Prefix): bigint;
  /** Ends behind which everything lies within one of the prefixes. */
  within(prefixes: readonly Prefix[]): bigint;
}

const known = new WeakMap<readonly RoutedEnd[], EndsIndex>();

export function endsIndex(ends: readonly RoutedEnd[]): EndsIndex {
  const found = known.get(ends) ?? makeIndex(ends);
  known.set(ends, found);
  return found;
}

function makeIndex(ends: readonly RoutedEnd[]): EndsIndex {
  const exact = exactMasks(ends);
  const lengths = [...exact.keys()].sort((a, b) => b - a);
  const inside = insideMasks(ends);
  const hulls = ends.map(({ prefixes }) => hullOf(prefixes));
  const family = ends[0]?.prefixes[0]?.family;
  const internet = exact.get(0)?.get(baseKey(0n)) ?? 0n;
  return {
    passing: (prefix) => (prefix.family === family ? longestAround(exact, lengths, prefix) | inside(prefix) : internet),
    within: (prefixes) => endsWithin(ends, hulls, prefixes),
  };
}

/**
 * Ends that packets from or to `prefix` can pass: those with the longest prefix around it, and those with a part of
 * it. A default route does not make an end the way to a network that is connected elsewhere.
 */
export function endsOf(ends: readonly RoutedEnd[], prefix: Prefix): ReadonlySet<RoutedEnd> {
  const mask = endsIndex(ends).passing(prefix);
  return new Set(ends.filter((_, index) => (mask >> BigInt(index)) & 1n));
}

type MasksByBase = Map<BaseKey, bigint>;

/** Ends by length, then by the base of a prefix of theirs. The Internet is a prefix of length 0. */
function exactMasks(ends: readonly RoutedEnd[]): ReadonlyMap<number, MasksByBase> {
  const masks = new Map<number, MasksByBase>();
  const add = (length: number, base: bigint, bit: bigint) => {
    const byBase = masks.get(length) ?? new Map<BaseKey, bigint>();
    const key = baseKey(base);
    masks.set(length, byBase.set(key, (byBase.get(key) ?? 0n) | bit));
  };
  for (const [index, { prefixes, internet }] of ends.entries()) {
    const bit = 1n << BigInt(index);
    if (internet) add(0, 0n, bit);
    for (const { length, base } of prefixes) add(length, base, bit);
  }
  return masks;
}

function longestAround(
  exact: ReadonlyMap<number, MasksByBase>,
  lengths: readonly number[],
  { family, base, length }: Prefix,
): bigint {
  for (const each of lengths) {
    if (each > length) continue;
    const host = BigInt(bitsOf(family) - each);
    const mask = exact.get(each)?.get(baseKey((base >> host) << host));
    if (mask !== undefined) return mask;
  }
  return 0n;
}

/** Answers which ends have a prefix that is longer than the asked one and lies in it. */
function insideMasks(ends: readonly RoutedEnd[]): (prefix: Prefix) => bigint {
  const all = ends.flatMap(({ prefixes }, index) => prefixes.map((prefix) => ({ prefix, bit: 1n << BigInt(index) })));
  all.sort((a, b) => (a.prefix.base < b.prefix.base ? -1 : a.prefix.base > b.prefix.base ? 1 : 0));
  const bases = all.map(({ prefix }) => prefix.base);
  return (prefix) => {
    let mask = 0n;
    const last = lastAddress(prefix);
    for (let at = lowerBound(bases, prefix.base); at < all.length; at++) {
      const entry = all[at];
      if (!entry || entry.prefix.base > last) break;
      if (entry.prefix.length > prefix.length) mask |= entry.bit;
    }
    return mask;
  };
}

/** The first index whose base is not below. */
function lowerBound(bases: readonly bigint[], base: bigint): number {
  let low = 0;
  let high = bases.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((bases[middle] ?? 0n) < base) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** A prefix contains all of these exactly when it contains the smallest prefix around them. */
function hullOf(prefixes: readonly Prefix[]): Prefix | undefined {
  return prefixes.reduce<Prefix | undefined>((hull, prefix) => (hull ? around(hull, prefix) : prefix), undefined);
}

function around(hull: Prefix, prefix: Prefix): Prefix {
  if (containsPrefix(hull, prefix)) return hull;
  const bits = bitsOf(hull.family);
  let length = Math.min(hull.length, prefix.length);
  while (length > 0 && (hull.base ^ prefix.base) >> BigInt(bits - length) !== 0n) length--;
  const host = BigInt(bits - length);
  return { family: hull.family, base: (hull.base >> host) << host, length };
}

function endsWithin(
  ends: readonly RoutedEnd[],
  hulls: readonly (Prefix | undefined)[],
  prefixes: readonly Prefix[],
): bigint {
  const isAround = aroundOneOf(prefixes);
  const hasEverything = prefixes.some(({ length }) => length === 0);
  let mask = 0n;
  for (const [index, { internet }] of ends.entries()) {
    const hull = hulls[index];
    const isWithin = hasEverything || (!internet && (hull ? isAround(hull) : prefixes.length > 0));
    if (isWithin) mask |= 1n << BigInt(index);
  }
  return mask;
}

/** Says whether one of the prefixes contains the asked one. Few are tried in turn, many looked up. */
function aroundOneOf(prefixes: readonly Prefix[]): (asked: Prefix) => boolean {
  if (prefixes.length < 8) return (asked) => prefixes.some((prefix) => containsPrefix(prefix, asked));
  const given = new Set(prefixes.map(({ family, base, length }) => `${family} ${length} ${base}`));
  return (asked) => hasAround(given, asked);
}

function hasAround(given: ReadonlySet<string>, { family, base, length }: Prefix): boolean {
  for (let each = length; each >= 0; each--) {
    const host = BigInt(bitsOf(family) - each);
    if (given.has(`${family} ${each} ${(base >> host) << host}`)) return true;
  }
  return false;
}
