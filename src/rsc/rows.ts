// The growing configuration while a script runs: the rows of each menu, in order, found by number, name or any value.

import { type Item, isYes, type MenuPath, type Property } from '../model/config.ts';
import { keyOf, menus, propertySpec } from '../model/menus.ts';
import { canonical } from '../model/values.ts';
import type { Location } from '../source/location.ts';

/** One item while it can still change. */
export interface Row {
  properties: Map<string, Property>;
  origin: Location;
  state?: ReadonlyMap<string, string>;
  removed: boolean;
  /** The factory made it and no command has touched it yet. */
  pristine: boolean;
  /** The device must have this row, but only what a command calls it is known: `3`, `*FFFFFFFE`. */
  handle?: string;
}

/** The rows of one menu. */
export class Rows {
  readonly menu: MenuPath;
  #rows: Row[] = [];
  #removed = 0;
  readonly #handles = new Map<string, Row>();
  /** Property → normal form of its value → rows, made when first asked for. */
  readonly #indexes = new Map<string, Map<string, Set<Row>>>();

  constructor(menu: MenuPath) {
    this.menu = menu;
  }

  /** The rows in order, removed ones left out. */
  all(): readonly Row[] {
    if (this.#removed > 0) {
      this.#rows = this.#rows.filter(({ removed }) => !removed);
      this.#removed = 0;
    }
    return this.#rows;
  }

  add(row: Row, before?: Row): void {
    if (row.handle !== undefined) this.#handles.set(row.handle, row);
    const at = before ? this.all().indexOf(before) : -1;
    if (at < 0) this.#rows.push(row);
    else this.#rows.splice(at, 0, row);
    for (const [name, index] of this.#indexes) insert(index, this.#normal(row, name), row);
  }

  remove(row: Row): void {
    if (row.removed) return;
    row.removed = true;
    this.#removed++;
    for (const [name, index] of this.#indexes) index.get(this.#normal(row, name))?.delete(row);
  }

  /** `before` undefined = to the end. */
  move(row: Row, before: Row | undefined): void {
    if (row === before) return;
    this.#rows = this.all().filter((each) => each !== row);
    const at = before ? this.#rows.indexOf(before) : -1;
    if (at < 0) this.#rows.push(row);
    else this.#rows.splice(at, 0, row);
  }

  /** `undefined` clears. */
  set(row: Row, name: string, property: Property | undefined): void {
    const index = this.#indexes.get(name);
    index?.get(this.#normal(row, name))?.delete(row);
    if (property) row.properties.set(name, property);
    else row.properties.delete(name);
    if (index) insert(index, this.#normal(row, name), row);
  }

  /** Rows whose property has this value; RouterOS's default counts as a value. */
  withValue(name: string, value: string): ReadonlySet<Row> {
    let index = this.#indexes.get(name);
    if (!index) {
      index = new Map();
      for (const row of this.all()) insert(index, this.#normal(row, name), row);
      this.#indexes.set(name, index);
    }
    return index.get(this.normalOf(name, value)) ?? none;
  }

  /** The row that `print` shows with this number, or that has this internal number (`*5`). */
  numbered(handle: string): Row | undefined {
    const known = this.#handles.get(handle);
    if (known || handle.startsWith('*')) return known;
    const rows = this.all();
    return (this.#handles.size === 0 ? rows : rows.filter((row) => row.handle === undefined))[Number(handle)];
  }

  valueOf(row: Row, name: string): string | undefined {
    const value = row.properties.get(name)?.value ?? row.state?.get(name);
    return value ?? propertySpec(this.menu, name)?.default;
  }

  normalOf(name: string, value: string): string {
    const spec = propertySpec(this.menu, name);
    if (!spec && (isYes(value) || value === 'false')) return isYes(value) ? 'yes' : 'no';
    return canonical(spec, value);
  }

  #normal(row: Row, name: string): string {
    return this.normalOf(name, this.valueOf(row, name) ?? '');
  }

  /** The finished items with their keys. */
  items(): Item[] {
    const positions = new Map<string, number>();
    return this.all().map(({ properties, origin, state: flags, handle }) => {
      const chain = menus.get(this.menu)?.kind === 'ordered' ? (properties.get('chain')?.value ?? '') : '';
      const position = (positions.get(chain) ?? 0) + 1;
      positions.set(chain, position);
      const key = keyOf(this.menu, properties, position);
      const state = handle === undefined ? flags : new Map([...(flags ?? []), ['number', handle]]);
      return { menu: this.menu, key, properties, origin, ...(state && { state }) };
    });
  }
}

const none: ReadonlySet<Row> = new Set();

function insert(index: Map<string, Set<Row>>, value: string, row: Row): void {
  const rows = index.get(value);
  if (rows) rows.add(row);
  else index.set(value, new Set([row]));
}
