// The configuration of the simulated device: rows per menu, in order, with RouterOS's ids. Only storage; what a value
// may be and what it does is decided elsewhere.

import type { MenuPath } from '../../../model/config.ts';

export interface StoredRow {
  readonly menu: MenuPath;
  /** Printed as `*` and hex. */
  readonly id: number;
  /** In export spelling (`yes`, `5m`). Absent = not set. */
  readonly values: Map<string, string>;
  /** Cannot be removed: Ethernet ports, switches, the VRF `main`. */
  readonly fixed: boolean;
}

export interface StoreImage {
  readonly rows: readonly {
    readonly menu: MenuPath;
    readonly id: number;
    readonly values: Readonly<Record<string, string>>;
    readonly fixed: boolean;
  }[];
  readonly nextIds: Readonly<Record<string, number>>;
}

/**
 * Where a menu's own ids start; unlisted menus start at 1. Source: captures of client suites (static routes, switch
 * ports).
 */
const firstIds: Readonly<Record<string, number>> = {
  '/ip/route': 0x80000001,
  '/ipv6/route': 0x80000001,
  '/interface/bridge/port': 0,
  '/interface/ethernet/switch': 0,
  '/interface/ethernet/switch/port': 2,
};

export function printId(id: number): string {
  return `*${id.toString(16).toUpperCase()}`;
}

export function parseId(text: string): number | undefined {
  return /^\*[0-9a-fA-F]{1,8}$/.test(text) ? Number.parseInt(text.slice(1), 16) : undefined;
}

/** `/interface/vlan` but not `/interface/bridge/port`: rows with a name in the one namespace of interfaces. */
export function isInterfaceMenu(menu: MenuPath): boolean {
  return /^\/interface\/[a-z0-9-]+$/.test(menu) && menu !== '/interface/list' && menu !== '/interface/detect-internet';
}

/** Scripts, users, files and the like: no network follows from them. */
export function isToolMenu(menu: MenuPath): boolean {
  return /^\/(system|user|file|certificate|log)\b/.test(menu);
}

export class Store {
  readonly #tables = new Map<MenuPath, StoredRow[]>();
  readonly #nextIds = new Map<string, number>();
  #revision = 0;
  #networkRevision = 0;

  /** Grows with every change. */
  get revision(): number {
    return this.#revision;
  }

  /** Grows with every change from which a network may follow; what is derived of it may be kept while it stays. */
  get networkRevision(): number {
    return this.#networkRevision;
  }

  /** To be called by whoever changes `values` directly, or what is derived from them. Absent = anything may differ. */
  touch(menu?: MenuPath): void {
    this.#revision++;
    if (menu === undefined || !isToolMenu(menu)) this.#networkRevision++;
  }

  rows(menu: MenuPath): readonly StoredRow[] {
    return this.#tables.get(menu) ?? [];
  }

  get menus(): Iterable<MenuPath> {
    return this.#tables.keys();
  }

  /** `before` is the row that the new one goes in front of; absent = last. */
  add(
    menu: MenuPath,
    values: ReadonlyMap<string, string>,
    options: { before?: StoredRow; fixed?: boolean } = {},
  ): StoredRow {
    const row: StoredRow = { menu, id: this.#takeId(menu), values: new Map(values), fixed: options.fixed ?? false };
    const table = this.#table(menu);
    const at = options.before ? table.indexOf(options.before) : -1;
    table.splice(at < 0 ? table.length : at, 0, row);
    this.touch(menu);
    return row;
  }

  remove(row: StoredRow): void {
    const table = this.#table(row.menu);
    const at = table.indexOf(row);
    if (at >= 0) table.splice(at, 1);
    this.touch(row.menu);
  }

  /** In front of `before`, or to the end. */
  move(row: StoredRow, before: StoredRow | undefined): void {
    const table = this.#table(row.menu);
    table.splice(table.indexOf(row), 1);
    const at = before ? table.indexOf(before) : -1;
    table.splice(at < 0 ? table.length : at, 0, row);
    this.touch(row.menu);
  }

  byId(menu: MenuPath, id: number): StoredRow | undefined {
    return this.rows(menu).find((row) => row.id === id);
  }

  byName(menu: MenuPath, name: string): StoredRow | undefined {
    return this.rows(menu).find((row) => row.values.get('name') === name);
  }

  /** The interface of that name, whatever its kind. */
  interface(name: string): StoredRow | undefined {
    for (const menu of this.#tables.keys()) {
      if (!isInterfaceMenu(menu)) continue;
      const row = this.byName(menu, name);
      if (row) return row;
    }
    return undefined;
  }

  interfaces(): readonly StoredRow[] {
    return [...this.#tables.keys()].filter(isInterfaceMenu).flatMap((menu) => this.rows(menu));
  }

  /** The one row of a settings menu; made when first asked for. */
  settings(menu: MenuPath): StoredRow {
    return this.rows(menu)[0] ?? this.add(menu, new Map(), { fixed: true });
  }

  image(): StoreImage {
    const rows = [...this.#tables.values()].flat().map((row) => ({ ...row, values: Object.fromEntries(row.values) }));
    return { rows, nextIds: Object.fromEntries(this.#nextIds) };
  }

  restore({ rows, nextIds }: StoreImage): void {
    this.#tables.clear();
    for (const row of rows) this.#table(row.menu).push({ ...row, values: new Map(Object.entries(row.values)) });
    this.#nextIds.clear();
    for (const [space, id] of Object.entries(nextIds)) this.#nextIds.set(space, id);
    this.touch();
  }

  #table(menu: MenuPath): StoredRow[] {
    let table = this.#tables.get(menu);
    if (!table) {
      table = [];
      this.#tables.set(menu, table);
    }
    return table;
  }

  /** All interface menus count in one space, because `/interface` shows them side by side. */
  #takeId(menu: MenuPath): number {
    const space = isInterfaceMenu(menu) ? '/interface' : menu;
    const id = this.#nextIds.get(space) ?? firstIds[space] ?? 1;
    this.#nextIds.set(space, id + 1);
    return id;
  }
}
