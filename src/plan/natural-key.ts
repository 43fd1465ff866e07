// The identity of an item in its menu, as values: RouterOS ids are good for one session only and never leave it.

import { type Item, type MenuPath, propertyValue } from '../model/config.ts';
import { isRadio } from '../model/is-radio.ts';
import { menus } from '../model/menus.ts';
import { effectiveText } from './compare.ts';

/** The properties that tell items of a menu apart; empty = nothing does (firewall rules, routes). */
export function keyProperties(menu: MenuPath, item?: Item): readonly string[] {
  if (item && isRadio(item)) return ['default-name'];
  const known = menus.get(menu);
  if (known) return known.kind === 'settings' ? [] : known.key;
  return item?.properties.has('name') ? ['name'] : [];
}

/** One text per identity; undefined when the menu has no key or the item lacks a part of it. */
export function naturalKey(item: Item): string | undefined {
  const names = keyProperties(item.menu, item);
  if (names.length === 0) return undefined;
  const parts: string[] = [];
  for (const name of names) {
    const text = effectiveText(item.menu, name, propertyValue(item, name));
    if (text === undefined) return undefined;
    parts.push(text);
  }
  return parts.join('\n');
}

/** What a row is known by, however its values are spelled; where nothing tells rows apart, by what people call it. */
export function rowId(item: Item): string {
  return `${item.menu} ${naturalKey(item) ?? item.key}`;
}
