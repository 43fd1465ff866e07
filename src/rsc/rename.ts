// A new name for an interface (or anything else that is referred to by name): all references change with it, as on
// the device.

import type { MenuPath } from '../model/config.ts';
import { menus } from '../model/menus.ts';
import { renameIn } from '../model/rename.ts';
import { computeIfAbsent } from '../source/grouping.ts';
import type { Row, Rows } from './rows.ts';

/** Changes `from` to `to` in every property that names items of `menu`. False when that is too many looks, half done. */
export function renameReferences(tables: Iterable<Rows>, menu: MenuPath, from: string, to: string): boolean {
  for (const table of tables) {
    const referring = menus.has(table.menu) ? referringProperties(table.menu, menu) : [];
    if (!table.looks.take(1 + referring.length * table.size)) return false;
    if (referring.length === 0) continue;
    for (const row of table.all()) {
      for (const name of referring) renameProperty(table, row, name, from, to);
    }
  }
  return true;
}

function renameProperty(table: Rows, row: Row, name: string, from: string, to: string): void {
  const property = row.properties.get(name);
  if (!property?.value.includes(from)) return;
  const value = renameIn(property.value, (each) => (each === from ? to : undefined));
  if (value !== property.value) table.set(row, name, { ...property, value });
}

const referringByMenus = new Map<string, readonly string[]>();

/** Properties of `referrer` that name items of `menu`. */
function referringProperties(referrer: MenuPath, menu: MenuPath): readonly string[] {
  return computeIfAbsent(referringByMenus, `${referrer} ${menu}`, () =>
    Object.entries(menus.get(referrer)?.properties ?? {}).flatMap(([name, { refersTo }]) =>
      refersTo?.includes(menu) ? [name] : [],
    ),
  );
}
