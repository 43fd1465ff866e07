// The growing configuration while a script runs: the rows of each menu, in order, found by number, name or any value.

import { type Item, isYes, type MenuPath, type Property } from '../model/config.ts';
import { keyOf, menus, propertySpec } from '../model/menus.ts';
import { canonical } from '../model/values.ts';
import type { Location } from '../source/location.ts';
import { type Ordered, RowOrder } from './row-order.ts';

/** One item while it can still change. */
export interface Row extends Ordered {
  properties: Map<string, Property>;
  origin: Location;
  state?: ReadonlyMap<string, string>;
  /** The factory made it and no command has touched it yet. */
  pristine: boolean;
  /** The device must have this row, but only what a command calls it is known: `3`, `*FFFFFFFE`. */
  handle?: string;
}

/**
 * How many rows the commands of one script may look at that name them by no index: a large export has some hundred
 * thousand, a loop written out line by line over all rows of a list the square of them.
 */
const looksMax = 4_000_000;

const indexesMax = 16;

/** What is left of that, for all menus together. */
export class Looks {
  #left = looksMax;

  /** False when the rows are too many. */
  take(rows: number): boolean {
    this.#left -= rows;
    return this.#left >= 0;
  }
}

/** The rows of one menu. */
export class Rows {
  readonly menu: MenuPath;
  readonly looks: Looks;
  readonly #order = new RowOrder<Row>();
  readonly #handles = new Map<string, Row>();
  /** Property → normal form of its value → rows, made when first asked for. */
  readonly #indexes = new Map<string, Map<string, Set<Row>>>();

  constructor(menu: MenuPath, looks: Looks) {
    this.menu = menu;
    this.looks = looks;
  }

  get size(): number {
    return this.#order.size;
  }

  get first(): Row | undefined {
    return this.#order.first;
  }

  /** The rows in order, as they are now. */
  all(): readonly Row[] {
    return this.#order.all();
  }

  /** `before` undefined = at the end. */
  add(row: Row, before?: Row): void {
    if (row.handle !== undefined) this.#handles.set(row.handle, row);
    this.#order.add(row, before);
    for (const [name, index] of this.#indexes) insert(index, this.#normal(row, name), row);
  }

  remove(row: Row): void {
    this.#order.remove(row);
    for (const [name, index] of this.#indexes) index.get(this.#normal(row, name))?.delete(row);
  }

  /** `before` undefined = to the end. */
  move(row: Row, before: Row | undefined): void {
    if (row === before) return;
    this.#order.remove(row);
    this.#order.add(row, before);
  }

  /** `undefined` clears. */
  set(row: Row, name: string, property: Property | undefined): void {
    const index = this.#indexes.get(name);
    index?.get(this.#normal(row, name))?.delete(row);
    if (property) row.properties.set(name, property);
    else row.properties.delete(name);
    if (index) insert(index, this.#normal(row, name), row);
  }

  /** Whether `withValue` may be asked for a property that a script names: each index costs every later change. */
  mayIndex(name: string): boolean {
    return this.#indexes.size < indexesMax || this.#indexes.has(name);
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
    return known || handle.startsWith('*') ? known : this.#order.numbered(Number(handle));
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
    const { menu } = this;
    const isOrdered = menus.get(menu)?.kind === 'ordered';
    const positions = new Map<string, number>();
    return this.all().map(({ properties, origin, state: flags, handle }) => {
      const chain = isOrdered ? (properties.get('chain')?.value ?? '') : '';
      const position = (positions.get(chain) ?? 0) + 1;
      positions.set(chain, position);
      const key = keyOf(menu, properties, position);
      const state = handle === undefined ? flags : new Map([...(flags ?? []), ['number', handle]]);
      return state ? { menu, key, properties, origin, state } : { menu, key, properties, origin };
    });
  }
}

const none: ReadonlySet<Row> = new Set();

function insert(index: Map<string, Set<Row>>, value: string, row: Row): void {
  const rows = index.get(value);
  if (rows) rows.add(row);
  else index.set(value, new Set([row]));
}
