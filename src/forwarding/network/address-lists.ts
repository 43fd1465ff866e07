// Address lists of the firewall and pools as sets of addresses.

import { type Config, enabledItemsOf, listValues, propertyValue } from '../../model/config.ts';
import { computeIfAbsent, groupBy } from '../../source/grouping.ts';
import { allAddresses, type Interval, type IntervalSet, subtract, unionOf } from '../packets/space.ts';
import { addressInterval, readNegation } from './matchers.ts';

/** The addresses that a list matcher accepts; undefined when nobody knows, as of lists that are filled meanwhile. */
export type AddressLists = (text: string) => IntervalSet | undefined;

/** `filled`: lists that addresses are added to while the device runs. */
export function addressLists(config: Config, family: 4 | 6, filled: ReadonlySet<string>): AddressLists {
  const root = family === 4 ? '/ip' : '/ipv6';
  const members = groupBy(
    enabledItemsOf(config, `${root}/firewall/address-list`),
    (item) => propertyValue(item, 'list') ?? '',
  );
  const known = new Map<string, { readonly set: IntervalSet | undefined }>();
  const setOf = (name: string): IntervalSet | undefined => {
    // Whether no name at all asks for nobody or for nothing is not described.
    if (name === '' || filled.has(name)) return undefined;
    const intervals: Interval[] = [];
    for (const item of members.get(name) ?? []) {
      const interval = addressInterval(propertyValue(item, 'address') ?? '', family);
      if (!interval) return undefined;
      intervals.push(interval);
    }
    return unionOf(intervals);
  };
  return (text) => {
    const { negated, text: name } = readNegation(text);
    const { set } = computeIfAbsent(known, name, () => ({ set: setOf(name) }));
    return set && negated ? subtract(allAddresses(family), set) : set;
  };
}

/** Undefined = there is no such pool. */
export function poolAddresses(config: Config, name: string | undefined, family: 4 | 6): IntervalSet | undefined {
  const pool = enabledItemsOf(config, '/ip/pool').find((each) => propertyValue(each, 'name') === name);
  const ranges = pool && listValues(propertyValue(pool, 'ranges'));
  return ranges && unionOf(ranges.flatMap((range) => addressInterval(range, family) ?? []));
}
