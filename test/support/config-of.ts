// Configurations for tests, from plain objects.

import type { Config, Item, MenuPath, Property } from '../../src/model/config.ts';
import { keyOf } from '../../src/model/menus.ts';

export type Rows = Readonly<Record<MenuPath, readonly Readonly<Record<string, string>>[]>>;

/** Names that start with a dot are state: `.dynamic`, `.default`. */
export function configOf(menus: Rows): Config {
  const items: Item[] = [];
  for (const menu of Object.keys(menus).filter((name): name is MenuPath => name.startsWith('/'))) {
    const positions = new Map<string, number>();
    for (const row of menus[menu] ?? []) {
      const origin = { kind: 'device', device: 'test', menu, key: '' } as const;
      const properties = new Map<string, Property>();
      const state = new Map<string, string>();
      for (const [name, value] of Object.entries(row)) {
        if (name.startsWith('.')) state.set(name.slice(1), value);
        else properties.set(name, { value, origin });
      }
      const chain = row.chain ?? '';
      const position = (positions.get(chain) ?? 0) + 1;
      positions.set(chain, position);
      items.push({ menu, key: keyOf(menu, properties, position), properties, origin, state });
    }
  }
  return { items };
}

/** The other way round, for comparisons: state left out. */
export function rowsOf(config: Config): Record<MenuPath, Record<string, string>[]> {
  const rows: Record<MenuPath, Record<string, string>[]> = {};
  for (const { menu, properties } of config.items) {
    const own = rows[menu] ?? [];
    rows[menu] = own;
    own.push(Object.fromEntries([...properties].map(([name, { value }]) => [name, value])));
  }
  return rows;
}
