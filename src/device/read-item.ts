// Rows of a device as items: what can be written becomes a property, all else is state. Printed defaults count as not
// set, because RouterOS prints them whether somebody chose them or not.

import type { Item, MenuPath, Property } from '../model/config.ts';
import type { Menu, MenuProperty } from '../model/menu.ts';
import { keyOf, meaningfulWhenEmpty, menus } from '../model/menus.ts';
import { secretsOf, unreadableEntry } from '../model/unreadable.ts';
import { canonical, canonicalBool } from '../model/values.ts';
import { derivedOnce } from '../source/grouping.ts';
import type { DeviceLocation } from '../source/location.ts';
import type { Row } from './device.ts';

/** In a menu that rosc does not know: flags that RouterOS sets itself. */
const flags = new Set(['active', 'builtin', 'default', 'dynamic', 'inactive', 'invalid', 'running', 'slave']);

/** What can be set and goes on by itself, so that two readings differ although nobody changed anything. */
const moving: ReadonlyMap<MenuPath, ReadonlySet<string>> = new Map([['/system/clock', new Set(['date', 'time'])]]);

export interface RowsOrigin {
  readonly device: string;
  readonly menu: MenuPath;
  /** The user may read secrets. */
  readonly isSensitive: boolean;
}

/** In the order of the rows. */
export function itemsFromRows(rows: readonly Row[], { device, menu, isSensitive }: RowsOrigin): readonly Item[] {
  const table = menus.get(menu);
  const settings = settingsOf(menu, table);
  const positions = new Map<string, number>();
  return rows.map((row) => {
    const origin = { kind: 'device' as const, device, menu, key: '' };
    const { properties, state } = split(row, settings, origin);
    if (!isSensitive) {
      const unreadable = secretsOf(menu).filter((name) => !properties.has(name));
      for (const [name, text] of unreadableEntry(unreadable)) state.set(name, text);
    }
    const isDynamic = row.dynamic === 'true';
    const position = count(
      `${table?.kind === 'ordered' ? properties.get('chain')?.value : ''} ${isDynamic}`,
      positions,
    );
    // A key is made of the properties, each of which has the place: one object for all of them.
    origin.key = numberedKey(menu, properties, position, isDynamic);
    const id = row['.id'];
    return { menu, key: origin.key, properties, origin, ...(id !== undefined && { id }), state };
  });
}

/** The menu without what goes on by itself, which is state then. */
function settingsOf(menu: MenuPath, table: Menu | undefined): Menu | undefined {
  const gone = moving.get(menu);
  if (!gone || !table) return table;
  const properties = Object.entries(table.properties).filter(([name]) => !gone.has(name));
  return { ...table, properties: Object.fromEntries(properties) };
}

/** Canonical values of what is set, and the row's own text for everything that cannot be. */
function split(row: Row, table: Menu | undefined, origin: DeviceLocation) {
  const properties = new Map<string, Property>();
  const state = new Map<string, string>();
  for (const [name, text] of Object.entries(row)) {
    if (name === '.id' || name === '.nextid') continue;
    const spec = table?.properties[name];
    if (table ? !spec : name.startsWith('.') || flags.has(name)) {
      state.set(name, text);
      continue;
    }
    const value = spec ? canonical(spec, text) : canonicalBool(text);
    if (table?.key.includes(name) || !isUnset(name, value, spec)) properties.set(name, { value, origin });
  }
  return { properties, state };
}

function isUnset(name: string, value: string, spec: MenuProperty | undefined): boolean {
  if (value === '') return spec?.type !== 'flag' && !meaningfulWhenEmpty.has(name);
  return spec?.default !== undefined && defaultOf(spec) === value;
}

const defaultOf = derivedOnce((spec: MenuProperty) => canonical(spec, spec.default ?? ''));

/**
 * Dynamic items are counted apart, so that the third rule of a chain has the same key here as in an export, which
 * leaves them out: `forward:3`, but `forward:D1`.
 */
function numberedKey(
  menu: MenuPath,
  properties: ReadonlyMap<string, Property>,
  position: number,
  isDynamic: boolean,
): string {
  const key = keyOf(menu, properties, position);
  const isNumbered = isDynamic && key !== keyOf(menu, properties, position + 1);
  return isNumbered ? key.replace(/\d+$/, (number) => `D${number}`) : key;
}

/** One more of this kind: how many there are now. */
function count(kind: string, counts: Map<string, number>): number {
  const number = (counts.get(kind) ?? 0) + 1;
  counts.set(kind, number);
  return number;
}

/** Whether the items of a menu can hold secrets. */
export function hasSecrets(menu: MenuPath): boolean {
  return secretsOf(menu).length > 0;
}
