// How many addresses or ports a set has.

import type { IntervalSet, Point } from './space.ts';

export function sizeOf(set: IntervalSet): number {
  return set.reduce((sum, { from, to }) => sum + lengthOf(from, to), 0);
}

/** The ends of an IPv6 prefix round to the same number, so the difference is taken before. */
function lengthOf(from: Point, to: Point): number {
  return typeof from === 'bigint' && typeof to === 'bigint' ? Number(to - from) : Number(to) - Number(from);
}
