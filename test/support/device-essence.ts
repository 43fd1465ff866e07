// What is configured on a simulated device, in one form: defaults, spellings and empty menus do not count; order
// counts where it means something.

import { itemsFromRows } from '../../src/device/read-item.ts';
import type { Simulator } from '../../src/device/sim/simulator.ts';
import { type MenuPath, propertyValue } from '../../src/model/config.ts';
import { menus as table } from '../../src/model/menus.ts';
import { contentKey } from '../../src/plan/compare.ts';

/** Menu → one text per row. Menus without anything set are left out. */
export function essenceOf(simulator: Simulator): Readonly<Record<string, readonly string[]>> {
  const menus: Record<string, readonly string[]> = {};
  const snapshot = simulator.snapshot();
  for (const menu of Object.keys(snapshot).filter((name): name is MenuPath => name.startsWith('/'))) {
    const rows = itemsFromRows(snapshot[menu] ?? [], { device: '', menu, isSensitive: true })
      .map((item) => [contentKey(item), propertyValue(item, 'comment') ?? ''].join('\n').trim())
      .filter((text) => text !== '');
    if (rows.length > 0) menus[menu] = table.get(menu)?.kind === 'ordered' ? rows : rows.sort();
  }
  return menus;
}
