// The addresses of a pool, as far as they are written.

import { type Config, enabledItemsOf, listValues, propertyValue } from '../../model/config.ts';
import { type IntervalSet, unionOf } from '../packets/space.ts';
import { addressInterval } from './matchers.ts';

/** Undefined = there is no such pool. */
export function poolAddresses(config: Config, name: string | undefined, family: 4 | 6): IntervalSet | undefined {
  const pool = enabledItemsOf(config, '/ip/pool').find((each) => propertyValue(each, 'name') === name);
  const ranges = pool && listValues(propertyValue(pool, 'ranges'));
  return ranges && unionOf(ranges.flatMap((range) => addressInterval(range, family) ?? []));
}
