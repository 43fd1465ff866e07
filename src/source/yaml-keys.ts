// The keys of YAML maps as their author wrote them, found in a time that does not grow with the map: the parser itself
// would compare each key with each.

import { type Document, isScalar, type Node, type Pair, visit, type YAMLMap } from 'yaml';
import { derivedOnce } from './grouping.ts';

/** `2001` and `"2001"` are the same key. */
export function keyText(key: unknown): string {
  if (!isScalar(key)) return String(key);
  return typeof key.value === 'string' ? key.value : (key.source ?? String(key.value));
}

const pairs = derivedOnce(
  ({ items }: YAMLMap): ReadonlyMap<string, Pair> =>
    new Map(items.toReversed().map((pair) => [keyText(pair.key), pair])),
);

/** The pair of that key; of equal keys the first. */
export function pairNamed(map: YAMLMap, name: string): Pair | undefined {
  return pairs(map).get(name);
}

/** Keys that stand in their map a second time, each with the first one. */
export function duplicateKeys(document: Document): readonly { readonly first: Node; readonly again: Node }[] {
  const found: { first: Node; again: Node }[] = [];
  visit(document, {
    Map(_, map) {
      for (const { key } of map.items) {
        const first = pairNamed(map, keyText(key))?.key;
        if (isScalar(key) && isScalar(first) && first !== key) found.push({ first, again: key });
      }
    },
  });
  return found;
}
