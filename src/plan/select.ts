// Selectors: how a plan, an undo script and a later session find one item again without RouterOS's ids.

import { type Config, type Item, isDynamic, itemsOf, type MenuPath, propertyValue } from '../model/config.ts';
import { computeIfAbsent, groupBy } from '../source/grouping.ts';
import { effectiveText } from './compare.ts';
import { keyProperties } from './natural-key.ts';
import { ownershipTag } from './ownership.ts';
import type { Selector } from './plan.ts';

/** Makes selectors for the items of one menu, as they stand in `siblings`. */
export function selectorsOf(siblings: readonly Item[]): (item: Item) => Selector {
  const matching = matcherOf(siblings);
  return (item) => {
    const match = identifying(item);
    const alike = matching(match);
    const nth = alike.indexOf(item);
    // The first of several is said as such: in a script, what finds all of them would change them all.
    return alike.length > 1 && nth >= 0 ? { match, nth } : { match };
  };
}

/** Finds what a selector means among the rows of one menu; dynamic rows are never meant. */
export function selectedFinder(siblings: readonly Item[]): (selector: Selector) => Item | undefined {
  const matching = matcherOf(siblings);
  return (selector) => matching(selector.match)[selector.nth ?? 0];
}

/** The same for any menu of a configuration. */
export function finderIn(config: Config): (menu: MenuPath, selector: Selector) => Item | undefined {
  const finders = new Map<MenuPath, ReturnType<typeof selectedFinder>>();
  return (menu, selector) => computeIfAbsent(finders, menu, () => selectedFinder(itemsOf(config, menu)))(selector);
}

/**
 * A keyed item by its key, an item of rosc's by its comment, any other by all that is set on it. Having no comment is
 * said too: what rosc adds has one, so it never looks like a foreign one.
 */
export function identifying(item: Item): Readonly<Record<string, string>> {
  const names = keyProperties(item.menu, item);
  if (names.length > 0 && names.every((name) => item.properties.has(name))) return pick(item, names);
  if (ownershipTag(item) !== undefined) return pick(item, ['comment']);
  return { comment: '', ...pick(item, item.properties.keys()) };
}

function pick(item: Item, names: Iterable<string>): Record<string, string> {
  const match: Record<string, string> = {};
  for (const name of names) {
    const value = propertyValue(item, name);
    if (value !== undefined) match[name] = value;
  }
  return match;
}

function textOf(item: Item, name: string): string {
  return effectiveText(item.menu, name, propertyValue(item, name)) ?? '';
}

/** The rows with all of some properties, in menu order. A lookup costs its rarest property, not the whole menu. */
function matcherOf(siblings: readonly Item[]): (match: Selector['match']) => readonly Item[] {
  const rows = siblings.filter((item) => !isDynamic(item));
  const menu = rows[0]?.menu;
  if (!menu) return () => [];
  const byName = new Map<string, ReadonlyMap<string, readonly Item[]>>();
  const rowsBy = (name: string) => computeIfAbsent(byName, name, () => groupBy(rows, (item) => textOf(item, name)));
  return (match) => {
    const wanted = Object.entries(match).map(([name, value]) => ({
      name,
      text: effectiveText(menu, name, value) ?? '',
    }));
    let fewest: readonly Item[] = rows;
    for (const { name, text } of wanted) {
      const same = rowsBy(name).get(text) ?? [];
      if (same.length < fewest.length) fewest = same;
    }
    return fewest.filter((item) => wanted.every(({ name, text }) => textOf(item, name) === text));
  };
}
