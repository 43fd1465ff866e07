// Reads the menus that a commit is about, as configuration and in the device's own words: undo scripts find items by
// text as the device prints it.

import type { Device, Row } from '../device/device.ts';
import { configuredRows, maySeeSecrets } from '../device/read.ts';
import { itemsFromRows } from '../device/read-item.ts';
import type { Config, Item, MenuPath } from '../model/config.ts';

export interface Observation {
  readonly config: Config;
  /** The row that an item was made from. */
  rowOf(item: Item): Row;
}

/** Throws DeviceError. Menus that the device does not have are empty. */
export async function observe(device: Device, menus: readonly MenuPath[], deviceName: string): Promise<Observation> {
  const [isSensitive, tables] = await Promise.all([
    maySeeSecrets(device, menus),
    Promise.all(menus.map((menu) => configuredRows(device, menu, {}))),
  ]);
  const rows = new Map<Item, Row>();
  const items = menus.flatMap((menu, index) => {
    const table = tables[index] ?? [];
    const made = itemsFromRows(table, { device: deviceName, menu, isSensitive });
    for (const [position, item] of made.entries()) rows.set(item, table[position] ?? {});
    return made;
  });
  return { config: { items }, rowOf: (item) => rows.get(item) ?? {} };
}
