// Interfaces that stand on each other, however many, as VLANs in VLANs do.

import { derivedOnce } from '../../source/grouping.ts';

/**
 * What an interface stands on in the end, itself where there is nothing below; undefined where it stands on itself. A
 * column is walked once, whoever of it is asked about.
 */
export function bottomBy<T extends object>(below: (all: T, name: string) => string | undefined) {
  const bottoms = derivedOnce((_: T) => new Map<string, string | undefined>());
  return (all: T, name: string): string | undefined => {
    const known = bottoms(all);
    const column = new Set<string>();
    let base = name;
    while (!known.has(base) && !column.has(base)) {
      column.add(base);
      const next = below(all, base);
      if (next === undefined) known.set(base, base);
      else base = next;
    }
    const found = known.get(base);
    for (const each of column) known.set(each, found);
    return found;
  };
}
