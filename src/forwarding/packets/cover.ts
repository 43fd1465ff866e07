// Addresses as the fewest prefixes that are exactly those.

import { bitsOf, type Prefix } from '../../model/prefix.ts';
import { derivedPer } from '../../source/grouping.ts';
import type { Interval } from './space.ts';

/** Greedy from the left: the largest prefix that starts here and fits. Optimal for one interval, by its alignment. */
export const coverOf = derivedPer((interval: Interval, family: 4 | 6): readonly Prefix[] => {
  const prefixes: Prefix[] = [];
  const end = BigInt(interval.to);
  const bits = bitsOf(family);
  for (let base = BigInt(interval.from); base < end; ) {
    let free = 0;
    while (free < bits && (base & (1n << BigInt(free))) === 0n && base + (1n << BigInt(free + 1)) <= end) free++;
    prefixes.push({ family, base, length: bits - free });
    base += 1n << BigInt(free);
  }
  return prefixes;
});
