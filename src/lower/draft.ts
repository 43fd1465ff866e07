// A configuration under construction: features add items and set properties, each with the place that caused it.

import type { Config, Item, MenuPath, Property } from '../model/config.ts';
import { keyOf, menus } from '../model/menus.ts';
import { computeIfAbsent } from '../source/grouping.ts';
import type { Location } from '../source/location.ts';

/** Property name → value with its origin; undefined = not set. */
export type Settings = Readonly<Record<string, Property | undefined>>;

export interface Draft {
  /** A new item at the end of its menu. */
  add(menu: MenuPath, origin: Location, settings: Settings): void;
  /** Sets properties of a menu that is one item. */
  configure(menu: MenuPath, origin: Location, settings: Settings): void;
  /** Sets properties of one item, making it when there is none. Several features may set one; later values win. */
  set(menu: MenuPath, name: string, origin: Location, settings: Settings): void;
  /** What was set of that item so far. */
  get(menu: MenuPath, name: string): ReadonlyMap<string, Property> | undefined;
  config(): Config;
}

interface Entry {
  readonly menu: MenuPath;
  readonly origin: Location;
  readonly properties: Map<string, Property>;
}

export function makeDraft(): Draft {
  const entries: Entry[] = [];
  const named = new Map<string, Entry>();
  return {
    add(menu, origin, settings) {
      entries.push({ menu, origin, properties: new Map(written(settings)) });
    },
    configure(menu, origin, settings) {
      this.set(menu, '', origin, settings);
    },
    set(menu, name, origin, settings) {
      const entry = computeIfAbsent(named, `${menu} ${name}`, () => {
        const made: Entry = { menu, origin, properties: new Map() };
        entries.push(made);
        return made;
      });
      for (const [property, value] of written(settings)) entry.properties.set(property, value);
    },
    get: (menu, name) => named.get(`${menu} ${name}`)?.properties,
    config: () => ({ items: withKeys(entries) }),
  };
}

type Value = string | number | boolean;

/** A value with the place that caused it; of what nobody wrote nothing is said. */
export function said(value: Value, origin: Location): Property;
export function said(value: Value | undefined, origin: Location): Property | undefined;
export function said(value: Value | undefined, origin: Location): Property | undefined {
  if (value === undefined) return undefined;
  if (typeof value === 'boolean') return { value: value ? 'yes' : 'no', origin };
  return { value: String(value), origin };
}

/** Items with their keys; positions count within a menu, and within a chain where there are chains. */
export function withKeys(entries: readonly Omit<Item, 'key'>[]): readonly Item[] {
  const positions = new Map<string, number>();
  return entries.map((entry) => {
    const chain = menus.get(entry.menu)?.kind === 'ordered' ? (entry.properties.get('chain')?.value ?? '') : '';
    const counted = `${entry.menu} ${chain}`;
    const position = (positions.get(counted) ?? 0) + 1;
    positions.set(counted, position);
    return { ...entry, key: keyOf(entry.menu, entry.properties, position) };
  });
}

function written(settings: Settings): [string, Property][] {
  return Object.entries(settings).flatMap(([name, property]): [string, Property][] =>
    property ? [[name, property]] : [],
  );
}
