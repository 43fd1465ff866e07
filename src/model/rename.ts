// New names of items: what changes in them and in the properties of others that name them.

import type { Config, Item, MenuPath, Property } from './config.ts';
import { keyOf, menus, propertySpec } from './menus.ts';

/** By menu, what its items are called from now on. */
export type NewNames = ReadonlyMap<MenuPath, ReadonlyMap<string, Property>>;

/** All at once, so that two items may change names with each other; places of references stay. */
export function renameItems({ items, ...rest }: Config, names: NewNames): Config {
  return { ...rest, items: items.map((item) => renamedItem(item, names)) };
}

function renamedItem(item: Item, names: NewNames): Item {
  const { menu } = item;
  const properties = new Map(item.properties);
  for (const [name, property] of item.properties) {
    const known = propertySpec(menu, name)?.refersTo?.flatMap((referred) => names.get(referred) ?? []) ?? [];
    if (known.length === 0) continue;
    const newName = (each: string) => known.find((own) => own.has(each))?.get(each)?.value;
    properties.set(name, { ...property, value: renameIn(property.value, newName) });
  }
  const own = names.get(menu)?.get(properties.get('name')?.value ?? item.key);
  if (own) properties.set('name', own);
  const isOther = menus.get(menu)?.key.some((name) => properties.get(name)?.value !== item.properties.get(name)?.value);
  return { ...item, properties, key: isOther ? keyOf(menu, properties, 1) : item.key };
}

/** Members of a list may be negated (`!lan`) or be gateways (`10.0.0.1%lan@main`). */
export function renameIn(value: string, newName: (name: string) => string | undefined): string {
  return value
    .split(',')
    .map((member) => {
      const whole = newName(member);
      if (whole !== undefined) return whole;
      const [, before = '', name = '', after = ''] = /^(!?(?:[\da-fA-F.:]+%)?)(.*?)(@[^@]*)?$/.exec(member) ?? [];
      const part = newName(name);
      return part === undefined ? member : before + part + after;
    })
    .join(',');
}
