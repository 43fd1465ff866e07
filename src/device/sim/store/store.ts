// The configuration of the simulated device: rows per menu, in order, with RouterOS's ids. Only storage; what a value
// may be and what it does is decided elsewhere.

import type { MenuPath } from '../../../model/config.ts';
import { computeIfAbsent } from '../../../source/grouping.ts';

export type Values = ReadonlyMap<string, string>;

export interface StoredRow {
  readonly menu: MenuPath;
  /** Printed as `*` and hex. */
  readonly id: number;
  /** In export spelling (`yes`, `5m`). Absent = not set. Only the store changes them. */
  readonly values: Values;
  /** Cannot be removed: Ethernet ports, switches, the VRF `main`. */
  readonly fixed: boolean;
}

interface HeldRow extends StoredRow {
  readonly values: Map<string, string>;
}

/** What rows are looked up by. Each function has an index of its own in each menu that it is asked of. */
export type KeysOf = (values: Values) => readonly string[];

const nameOf: KeysOf = (values) => [values.get('name') ?? []].flat();

/** The rows of one menu. */
interface Table {
  readonly rows: HeldRow[];
  readonly byId: Map<number, HeldRow>;
  readonly indexes: Map<KeysOf, Map<string, Set<HeldRow>>>;
}

const noRows: Table = { rows: [], byId: new Map(), indexes: new Map() };

export interface StoreImage {
  readonly rows: readonly (Omit<StoredRow, 'values'> & { readonly values: Readonly<Record<string, string>> })[];
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
  readonly #tables = new Map<MenuPath, Table>();
  readonly #nextIds = new Map<string, number>();
  /** By stem, a number below which no name is free. */
  readonly #namesFrom = new Map<string, number>();
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

  /** To be called after `assign`, or when what is derived from rows changes. Absent = anything may differ. */
  touch(menu?: MenuPath): void {
    this.#revision++;
    if (menu === undefined || !isToolMenu(menu)) this.#networkRevision++;
  }

  rows(menu: MenuPath): readonly StoredRow[] {
    return (this.#tables.get(menu) ?? noRows).rows;
  }

  /** Rows of all menus. */
  get size(): number {
    let size = 0;
    for (const { rows } of this.#tables.values()) size += rows.length;
    return size;
  }

  get menus(): Iterable<MenuPath> {
    return this.#tables.keys();
  }

  /** `before` is the row that the new one goes in front of; absent = last. */
  add(menu: MenuPath, values: Values, options: { before?: StoredRow; fixed?: boolean } = {}): StoredRow {
    const row: HeldRow = { menu, id: this.#takeId(menu), values: new Map(values), fixed: options.fixed ?? false };
    const table = this.#table(menu);
    place(table, row, options.before);
    hold(table, row);
    this.touch(menu);
    return row;
  }

  remove(row: StoredRow): void {
    const table = this.#table(row.menu);
    const held = heldIn(table, row);
    if (held) {
      table.rows.splice(table.rows.indexOf(held), 1);
      table.byId.delete(row.id);
      this.#forget(table, held);
    }
    this.touch(row.menu);
  }

  /** In front of `before`, or to the end. */
  move(row: StoredRow, before: StoredRow | undefined): void {
    const table = this.#table(row.menu);
    const held = heldIn(table, row);
    if (held) {
      table.rows.splice(table.rows.indexOf(held), 1);
      place(table, held, before);
    }
    this.touch(row.menu);
  }

  /** Sets what has a value and clears the rest. A row that is gone stays as it was. */
  assign(row: StoredRow, values: Readonly<Record<string, string | undefined>>): void {
    const table = this.#table(row.menu);
    const held = heldIn(table, row);
    if (!held) return;
    this.#forget(table, held);
    for (const [name, value] of Object.entries(values)) {
      if (value === undefined) held.values.delete(name);
      else held.values.set(name, value);
    }
    index(table, held);
  }

  byId(menu: MenuPath, id: number): StoredRow | undefined {
    return (this.#tables.get(menu) ?? noRows).byId.get(id);
  }

  /** The first of that name. */
  byName(menu: MenuPath, name: string): StoredRow | undefined {
    const [row, another] = this.rowsBy(menu, nameOf, name);
    return another ? this.rows(menu).find(({ values }) => values.get('name') === name) : row;
  }

  /** The rows of the menu that have the key, in no order. */
  rowsBy(menu: MenuPath, keysOf: KeysOf, key: string): ReadonlySet<StoredRow> {
    const table = this.#tables.get(menu);
    if (!table) return new Set();
    const byKey = computeIfAbsent(table.indexes, keysOf, () => {
      const made = new Map<string, Set<HeldRow>>();
      for (const row of table.rows) enter(made, keysOf, row);
      return made;
    });
    return byKey.get(key) ?? new Set();
  }

  /** `vlan1`, `vlan2`, …: the first that nobody has. */
  freeName(stem: string, isTaken: (name: string) => boolean): string {
    let number = this.#namesFrom.get(stem) ?? 1;
    while (isTaken(`${stem}${number}`)) number++;
    this.#namesFrom.set(stem, number);
    return `${stem}${number}`;
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
    const all = [...this.#tables.values()].flatMap((table) => table.rows);
    const rows = all.map((row) => ({ ...row, values: Object.fromEntries(row.values) }));
    return { rows, nextIds: Object.fromEntries(this.#nextIds) };
  }

  restore({ rows, nextIds }: StoreImage): void {
    this.#tables.clear();
    for (const row of rows) {
      const held = { ...row, values: new Map(Object.entries(row.values)) };
      const table = this.#table(row.menu);
      table.rows.push(held);
      hold(table, held);
    }
    this.#nextIds.clear();
    this.#namesFrom.clear();
    for (const [space, id] of Object.entries(nextIds)) this.#nextIds.set(space, id);
    this.touch();
  }

  /** Out of the indexes; its name may be free then. */
  #forget(table: Table, row: HeldRow): void {
    for (const [keysOf, byKey] of table.indexes) {
      for (const key of keysOf(row.values)) {
        const rows = byKey.get(key);
        rows?.delete(row);
        if (rows?.size === 0) byKey.delete(key);
      }
    }
    const name = row.values.get('name') ?? '';
    for (const [stem, from] of this.#namesFrom) {
      const number = name.startsWith(stem) ? Number(name.slice(stem.length)) : Number.NaN;
      if (number >= 1 && number < from) this.#namesFrom.set(stem, number);
    }
  }

  #table(menu: MenuPath): Table {
    return computeIfAbsent(this.#tables, menu, () => ({ rows: [], byId: new Map(), indexes: new Map() }));
  }

  /** All interface menus count in one space, because `/interface` shows them side by side. */
  #takeId(menu: MenuPath): number {
    const space = isInterfaceMenu(menu) ? '/interface' : menu;
    const id = this.#nextIds.get(space) ?? firstIds[space] ?? 1;
    this.#nextIds.set(space, id + 1);
    return id;
  }
}

/** In front of `before`, or to the end. */
function place(table: Table, row: HeldRow, before: StoredRow | undefined): void {
  const held = before && heldIn(table, before);
  table.rows.splice(held ? table.rows.indexOf(held) : table.rows.length, 0, row);
}

function heldIn(table: Table, row: StoredRow): HeldRow | undefined {
  const held = table.byId.get(row.id);
  return held === row ? held : undefined;
}

function hold(table: Table, row: HeldRow): void {
  table.byId.set(row.id, row);
  index(table, row);
}

function index(table: Table, row: HeldRow): void {
  for (const [keysOf, byKey] of table.indexes) enter(byKey, keysOf, row);
}

function enter(byKey: Map<string, Set<HeldRow>>, keysOf: KeysOf, row: HeldRow): void {
  for (const key of keysOf(row.values)) computeIfAbsent(byKey, key, () => new Set()).add(row);
}
