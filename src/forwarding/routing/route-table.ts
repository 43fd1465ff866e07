// Longest-prefix lookup over routes, by table.

import { type Item, propertyValue } from '../../model/config.ts';
import { type Prefix, widened } from '../../model/prefix.ts';
import { derivedOnce, groupBy, type Some } from '../../source/grouping.ts';
import type { Route } from '../network/network.ts';

/** Routes of one table and family. */
interface Fib {
  /** Lengths that occur, longest first. */
  readonly lengths: readonly number[];
  readonly byPrefix: ReadonlyMap<PrefixKey, readonly Route[]>;
}

/**
 * Routes of every prefix that contains the first address of one, the longest first. Shadowed and unusable routes have
 * to be left out by the caller.
 */
export function routesAround(routes: readonly Route[], table: string, address: Prefix): Iterable<readonly Route[]> {
  const fib = fibsOf(routes).get(fibKey(table, address.family));
  return fib ? matchesIn(fib, address) : [];
}

const fibsOf = derivedOnce((routes: readonly Route[]): ReadonlyMap<string, Fib> => {
  const tables = groupBy(routes, ({ table, prefix }) => fibKey(table, prefix.family));
  return new Map([...tables].map(([key, all]) => [key, { lengths: lengthsOf(all), byPrefix: byPrefix(all) }]));
});

function lengthsOf(routes: readonly Route[]): readonly number[] {
  return [...new Set(routes.map(({ prefix }) => prefix.length))].sort((a, b) => b - a);
}

function* matchesIn(fib: Fib, address: Prefix): Iterable<readonly Route[]> {
  for (const length of fib.lengths) {
    const found = length > address.length ? undefined : fib.byPrefix.get(prefixKey(widened(address, length)));
    if (found) yield found;
  }
}

function fibKey(table: string, family: 4 | 6): string {
  return `${family} ${table}`;
}

/** Routes of one table by their prefix, in the order of the first. */
export function byPrefix(routes: readonly Route[]): ReadonlyMap<PrefixKey, Some<Route>> {
  return groupBy(routes, ({ prefix }) => prefixKey(prefix));
}

type PrefixKey = number | string;

/** A number for IPv4: 32 bits of address and 6 of length fit. */
export function prefixKey({ family, base, length }: Prefix): PrefixKey {
  return family === 4 ? Number(base) * 64 + length : `${base}/${length}`;
}

/** The table that a static route stands in. RouterOS 6 calls it the mark of the packets that ask it. */
export function tableOf(item: Item): string {
  const own = propertyValue(item, 'routing-table') ?? propertyValue(item, 'routing-mark');
  return own ?? propertyValue(item, 'vrf-interface') ?? 'main';
}
