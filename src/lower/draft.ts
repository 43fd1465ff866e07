// A configuration under construction: features add items and set properties, each with the place that caused it.

import type { Config, Item, MenuPath, Property } from '../model/config.ts';
import type { Location } from '../source/location.ts';

/** Property name → value with its origin; undefined = not set. */
export type Settings = Readonly<Record<string, Property | undefined>>;

export interface Draft {
  /** A new item at the end of its menu. */
  add(menu: MenuPath, key: string, settings: Settings, origin: Location): void;
  /** Sets properties of the menu's item with this key, making the item when there is none. Later values win. */
  set(menu: MenuPath, key: string, settings: Settings, origin: Location): void;
  config(): Config;
}

/** Name of every property that identifies the item; for `set` on a settings menu the key is empty. */
interface Entry {
  readonly menu: MenuPath;
  readonly key: string;
  readonly origin: Location;
  readonly properties: Map<string, Property>;
}

export function makeDraft(): Draft {
  const entries: Entry[] = [];
  const byKey = new Map<string, Entry>();
  return {
    add(menu, key, settings, origin) {
      entries.push({ menu, key, origin, properties: new Map(set(settings)) });
    },
    set(menu, key, settings, origin) {
      const id = `${menu} ${key}`;
      let entry = byKey.get(id);
      if (!entry) {
        entry = { menu, key, origin, properties: new Map() };
        byKey.set(id, entry);
        entries.push(entry);
      }
      for (const [name, property] of set(settings)) entry.properties.set(name, property);
    },
    config: () => ({ items: entries.map((entry): Item => ({ ...entry })) }),
  };
}

/** A value with the place that caused it. */
export function said(value: string | number | boolean, origin: Location): Property {
  return { value: typeof value === 'boolean' ? yesNo(value) : String(value), origin };
}

function yesNo(value: boolean): string {
  return value ? 'yes' : 'no';
}

function set(settings: Settings): [string, Property][] {
  return Object.entries(settings).flatMap(([name, property]): [string, Property][] =>
    property ? [[name, property]] : [],
  );
}
