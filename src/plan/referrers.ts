// Items that a plan does not mean, but that name what it removes. RouterOS leaves such a name dangling, and does not
// mend it when an item of the same name comes back.

import { type Config, type Item, isDynamic, itemsOf, listValues, type MenuPath } from '../model/config.ts';
import { propertySpec } from '../model/menus.ts';
import type { Change } from './plan.ts';
import { selectedFinder } from './select.ts';

export interface Referrer {
  readonly item: Item;
  /** The property that names the removed item. */
  readonly property: string;
  readonly removed: Change;
}

export function referrers(changes: readonly Change[], prior: Config): readonly Referrer[] {
  const removed = removedNames(changes);
  if (removed.size === 0) return [];
  const own = touchedItems(changes, prior);
  return prior.items.flatMap((item) => {
    if (isDynamic(item) || own.has(item)) return [];
    return [...item.properties].flatMap(([property, { value }]) => {
      const targets = propertySpec(item.menu, property)?.refersTo ?? [];
      if (targets.length === 0) return [];
      return namesIn(value).flatMap((name) => {
        const change = removed.get(name);
        return change && targets.includes(change.menu) ? [{ item, property, removed: change }] : [];
      });
    });
  });
}

/** The names in a value: lists, negations, and gateways such as `10.0.0.1%vlan10@main`. */
export function namesIn(value: string | undefined): readonly string[] {
  return listValues(value).flatMap((member) => member.replace(/^!/, '').split(/[%@]/));
}

function removedNames(changes: readonly Change[]): ReadonlyMap<string, Change> {
  const names = new Map<string, Change>();
  for (const change of changes) {
    const name = change.properties.find((property) => property.name === 'name')?.before;
    if (change.action === 'remove' && name !== undefined) names.set(name, change);
  }
  return names;
}

function touchedItems(changes: readonly Change[], prior: Config): ReadonlySet<Item> {
  const finders = new Map<MenuPath, ReturnType<typeof selectedFinder>>();
  return new Set(
    changes.flatMap(({ menu, selector }) => {
      const find = finders.get(menu) ?? selectedFinder(itemsOf(prior, menu));
      finders.set(menu, find);
      return (selector && find(selector)) ?? [];
    }),
  );
}
