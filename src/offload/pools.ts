// How many addresses a DHCP pool hands out.

import { type Item, listValues, propertyValue } from '../model/config.ts';
import { parsePrefix } from '../model/prefix.ts';

/** Of an `/ip/pool` item: the sum of its ranges, `10.0.0.10-10.0.0.99` or `10.0.0.0/24`. */
export function poolSize(pool: Item): number {
  return listValues(propertyValue(pool, 'ranges')).reduce((sum, range) => sum + sizeOf(range), 0);
}

function sizeOf(range: string): number {
  const [first = '', last] = range.split('-');
  const from = parsePrefix(first);
  const to = last === undefined ? undefined : parsePrefix(last);
  if (!from) return 0;
  return to ? Number(to.base - from.base) + 1 : 2 ** (32 - from.length);
}
