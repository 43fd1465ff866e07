// Longest-prefix lookup over routes, by table.

import { type Item, propertyValue } from '../../model/config.ts';
import { bitsOf, type Prefix } from '../../model/prefix.ts';
import { append } from '../../source/append.ts';
import { computeIfAbsent, derivedOnce } from '../../source/grouping.ts';
import type { Route } from '../network/network.ts';

/** Routes of one table and family, grouped by prefix length. */
interface Fib {
  /** Lengths that occur, longest first. */
  readonly lengths: readonly number[];
  readonly byLength: ReadonlyMap<number, ReadonlyMap<BaseKey, readonly Route[]>>;
}

/**
 * IPv4 bases as numbers, because maps find those faster; IPv6 bases as text, because a map tells large numbers apart by
 * their last 64 bits alone, and those are zero in most prefixes.
 */
type BaseKey = number | string;

/**
 * Routes of every prefix that contains the first address of one, the longest first. Shadowed and unusable routes have
 * to be left out by the caller.
 */
export function routesAround(routes: readonly Route[], table: string, address: Prefix): Iterable<readonly Route[]> {
  const fib = fibsOf(routes).get(fibKey(table, address.family));
  return fib ? matchesIn(fib, address) : [];
}

const fibsOf = derivedOnce((routes: readonly Route[]): ReadonlyMap<string, Fib> => {
  const growing = new Map<string, Map<number, Map<BaseKey, Route[]>>>();
  for (const route of routes) {
    const key = fibKey(route.table, route.prefix.family);
    const byLength = computeIfAbsent(growing, key, () => new Map<number, Map<BaseKey, Route[]>>());
    const byBase = computeIfAbsent(byLength, route.prefix.length, () => new Map<BaseKey, Route[]>());
    append(byBase, baseKey(route.prefix.base), route);
  }
  const lengthsOf = (byLength: ReadonlyMap<number, unknown>) => [...byLength.keys()].sort((a, b) => b - a);
  return new Map([...growing].map(([key, byLength]) => [key, { lengths: lengthsOf(byLength), byLength }]));
});

function* matchesIn({ lengths, byLength }: Fib, { family, base, length: known }: Prefix): Iterable<readonly Route[]> {
  const bits = bitsOf(family);
  for (const length of lengths) {
    if (length > known) continue;
    const host = BigInt(bits - length);
    const found = byLength.get(length)?.get(baseKey((base >> host) << host));
    if (found) yield found;
  }
}

function baseKey(base: bigint): BaseKey {
  return base <= 0xffff_ffffn ? Number(base) : base.toString(36);
}

function fibKey(table: string, family: 4 | 6): string {
  return `${family} ${table}`;
}

/** The table that a static route stands in. RouterOS 6 calls it the mark of the packets that ask it. */
export function tableOf(item: Item): string {
  const own = propertyValue(item, 'routing-table') ?? propertyValue(item, 'routing-mark');
  return own ?? propertyValue(item, 'vrf-interface') ?? 'main';
}
