// Radios: rows that come with the hardware, in menus that also have rows which people add (virtual access points).

import { type Item, propertyValue } from './config.ts';
import { menus } from './menus.ts';

/** It is told by its factory name, which nothing but hardware has. */
export function isRadio(item: Item): boolean {
  return menus.get(item.menu)?.kind === 'list' && (propertyValue(item, 'default-name') ?? '') !== '';
}
