// Reads the menus that a commit is about, as configuration and in the device's own words: undo scripts find items by
// text as the device prints it.

import { type Device, type ReadOptions, type Row, unlessMissing } from '../device/device.ts';
import { readPolicies } from '../device/policies.ts';
import { hasSecrets, itemsFromRows } from '../device/read-item.ts';
import type { Config, Item, MenuPath } from '../model/config.ts';
import { isOfRosc } from './names.ts';

export interface Observation {
  readonly config: Config;
  /** The row that an item was made from. */
  rowOf(item: Item): Row;
}

/** What rosc put there to undo a commit is no part of the configuration that the commit is about. */
function isOfCommit(menu: MenuPath, { name = '' }: Row): boolean {
  return (menu === '/system/script' || menu === '/system/scheduler') && isOfRosc(name);
}

/** Throws DeviceError. Menus that the device does not have are empty. */
export async function observe(
  device: Device,
  menus: readonly MenuPath[],
  deviceName: string,
  options: ReadOptions = {},
): Promise<Observation> {
  const needsSecrets = menus.some(hasSecrets);
  const [policies, tables] = await Promise.all([
    needsSecrets ? readPolicies(device) : undefined,
    Promise.all(menus.map((menu) => unlessMissing(device.print(menu, options)))),
  ]);
  const isSensitive = !needsSecrets || (policies?.has('sensitive') ?? false);
  const rows = new Map<Item, Row>();
  const items = menus.flatMap((menu, index) => {
    const table = (tables[index] ?? []).filter((row) => !isOfCommit(menu, row));
    const made = itemsFromRows(table, { device: deviceName, menu, isSensitive });
    for (const [position, item] of made.entries()) rows.set(item, table[position] ?? {});
    return made;
  });
  return { config: { items }, rowOf: (item) => rows.get(item) ?? {} };
}
