// Values that cannot be read: secrets that whoever read a device was not shown, and what a script computes. They look
// as if they were not set, and cannot be compared.

import { derivedOnce } from '../source/grouping.ts';
import { type Item, listValues, type MenuPath } from './config.ts';
import type { Menu } from './menu.ts';
import { menus } from './menus.ts';

/** The key in an item's state; its value is the names, comma separated. */
const unreadableState = 'unreadable';

/** The item's state with the properties in it whose values cannot be read. */
export function unreadableEntry(names: readonly string[]): readonly (readonly [string, string])[] {
  return names.length > 0 ? [[unreadableState, names.join(',')]] : [];
}

/** Properties of an item whose values cannot be read; whether a secret among them is set is not known. */
export function unreadableOf(item: Pick<Item, 'state'> | undefined): readonly string[] {
  return listValues(item?.state?.get(unreadableState));
}

/** The properties of a menu that RouterOS hides by default, as far as the menu tables know them. */
export function secretsOf(menu: MenuPath): readonly string[] {
  const table = menus.get(menu);
  return table ? secretsIn(table) : [];
}

const secretsIn = derivedOnce(({ properties }: Menu): readonly string[] =>
  Object.entries(properties).flatMap(([name, { secret }]) => (secret ? [name] : [])),
);
