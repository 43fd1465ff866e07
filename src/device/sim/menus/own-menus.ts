// Menus of a device that the shared menu table does not hold: those that rosc uses without compiling them (scripts,
// schedulers, files, users), and those that nobody looks into.

import references from '../../../../profiles/menus/references.json' with { type: 'json' };
import table from '../../../../profiles/simulated/menus.json' with { type: 'json' };
import type { MenuPath } from '../../../model/config.ts';
import type { Menu } from '../../../model/menu.ts';
import { menuPath, readMenuTable } from '../../../model/menu-table.ts';

export const ownMenus: ReadonlyMap<MenuPath, Menu> = readMenuTable([table], references);

/** Menus that neither rosc nor the simulator looks into: they take any argument. */
export const openMenus = byKind(table.open);

/** Menus that only print: their rows are made when they are asked for. */
export const computedMenus = byKind(table.computed);

function byKind(paths: Readonly<Record<'list' | 'settings' | 'fixed', readonly string[]>>) {
  return new Map<MenuPath, Menu['kind']>(
    (['list', 'settings', 'fixed'] as const).flatMap((kind) =>
      paths[kind].map((path) => [menuPath(path), kind] as const),
    ),
  );
}
