// The policies of the CPU that packets between two ends meet where it forwards them: those that the chip would spare.

import type { Item } from '../model/config.ts';
import { protocolsIn } from './acl/entering-tables.ts';
import { betweenGroups, endsOf } from './bypass/routed-classes.ts';
import { type Spared, sparedIn } from './bypass/spared.ts';
import type { RoutedEnd } from './legs/ends.ts';
import type { Network } from './network/network.ts';

export type Met = Pick<Spared, 'item' | 'from' | 'to'>;

/** Each policy that IPv4 between some of the ends meets, once. */
export function policiesBetween(
  network: Network,
  accepts: (from: RoutedEnd, to: RoutedEnd) => boolean,
): readonly Met[] {
  const found = new Map<Item, Met>();
  for (const each of betweenGroups(network, 4)) {
    const [from, to] = endsOf(each);
    if (!accepts(from, to)) continue;
    for (const protocol of protocolsIn(network, 4)) {
      for (const { item } of sparedIn(network, each, 4, protocol).missed) {
        if (!found.has(item)) found.set(item, { item, from, to });
      }
    }
  }
  return [...found.values()];
}
