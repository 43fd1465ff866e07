// Menus of a device that the shared menu table does not hold: those that rosc uses without compiling them (scripts,
// schedulers, files, users), and those that nobody looks into.

import references from '../../../../profiles/menus/references.json' with { type: 'json' };
import table from '../../../../profiles/simulated/menus.json' with { type: 'json' };
import type { MenuPath } from '../../../model/config.ts';
import type { Menu } from '../../../model/menu.ts';
import { menuPath, readMenuTable } from '../../../model/menu-table.ts';

export const ownMenus: ReadonlyMap<MenuPath, Menu> = readMenuTable([table], references);

/** Menus that neither rosc nor the simulator looks into: they take any argument. */
export const openMenus: ReadonlyMap<MenuPath, Menu['kind']> = new Map(
  (['list', 'settings', 'fixed'] as const).flatMap((kind) =>
    table.open[kind].map((path) => [menuPath(path), kind] as const),
  ),
);

/** Menus that only print: their rows are made when they are asked for. */
export const computedMenus: ReadonlyMap<MenuPath, Menu['kind']> = new Map([
  ['/interface', 'list'],
  ['/interface/bridge/host', 'list'],
  ['/ip/firewall/connection', 'list'],
  ['/log', 'list'],
  ['/routing/route', 'list'],
  ['/system/device-mode', 'settings'],
  ['/system/history', 'list'],
  ['/system/package', 'list'],
  ['/system/resource', 'settings'],
  ['/system/routerboard', 'settings'],
  ['/system/script/environment', 'list'],
  ['/system/script/job', 'list'],
  ['/user/active', 'list'],
]);
