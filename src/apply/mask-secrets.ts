// Readings and changes without the secrets in them, for what is written down on this side.

import type { Config, Item, Property } from '../model/config.ts';
import { holdsSecret } from '../model/secrets.ts';
import type { Change } from '../plan/plan.ts';
import type { Observation } from './observe.ts';

/** Stands where a secret was. */
export const mask = '********';

export function maskObservation({ config, rowOf }: Observation): Observation {
  const originals = new Map<Item, Item>();
  const items = config.items.map((item) => {
    const masked = maskItem(item);
    originals.set(masked, item);
    return masked;
  });
  return {
    config: { items } satisfies Config,
    rowOf: (item) => {
      const row = Object.entries(rowOf(originals.get(item) ?? item));
      return Object.fromEntries(row.map(([name, value]) => [name, holdsSecret(item.menu, name, value) ? mask : value]));
    },
  };
}

export function maskChange(change: Change): Change {
  return {
    ...change,
    properties: change.properties.map((property) => ({
      ...property,
      ...(property.secret && property.before !== undefined && { before: mask }),
      ...(property.secret && property.after !== undefined && { after: mask }),
    })),
  };
}

function maskItem(item: Item): Item {
  const names = [...item.properties].flatMap(([name, { value }]) =>
    holdsSecret(item.menu, name, value) ? [name] : [],
  );
  if (names.length === 0) return item;
  const properties = new Map<string, Property>(item.properties);
  for (const name of names) {
    const property = properties.get(name);
    if (property) properties.set(name, { ...property, value: mask });
  }
  return { ...item, properties };
}
