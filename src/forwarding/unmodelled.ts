// Settings that rosc does not model: what they do is unknown, and so is a verdict that depends on their item.

import type { Item } from '../model/config.ts';
import { menus } from '../model/menus.ts';
import { type Objection, objection } from './causes.ts';

/** Undefined = everything that the item sets is modelled. */
export function unmodelledObjection(item: Item | undefined): Objection | undefined {
  const table = item && menus.get(item.menu);
  if (!table) return undefined;
  for (const [name, property] of item.properties) {
    if ((table.properties[name]?.offload ?? 'unmodelled') !== 'unmodelled') continue;
    const text = `what \`${name}\` of ${item.menu} does is not modelled`;
    return objection('unknown', 'offload/unmodelled-property', text, property.origin);
  }
  return undefined;
}
