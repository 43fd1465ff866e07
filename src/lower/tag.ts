// The ownership tag in an item's comment: unique in its menu, and the same after unrelated edits of the site.

import type { Property } from '../model/config.ts';
import type { Location } from '../source/location.ts';

export const tagPrefix = 'rosc:';

/** `rosc:vlan/left`, followed by the author's own words when there are any. */
export function tag(parts: readonly (string | number)[], origin: Location, description?: string): Property {
  const name = `${tagPrefix}${parts.join('/')}`;
  return { value: description === undefined ? name : `${name} ${description}`, origin };
}

/** A tag made of what a row says, in whatever order, for rows without a name; rows that say the same are counted. */
export function contentTag(
  parts: readonly (string | number)[],
  settings: readonly (readonly [string, Property])[],
  { origin, description, tags }: { origin: Location; description: string | undefined; tags: Map<string, number> },
): Property {
  const words = settings.map(([property, { value }]) => `${property}=${value}`).sort();
  const name = digest(words.join(' '));
  const count = (tags.get(name) ?? 0) + 1;
  tags.set(name, count);
  return tag([...parts, ...(count === 1 ? [name] : [name, count])], origin, description);
}

/** FNV-1a, 32 bit. */
export function digest(text: string): string {
  let hash = 0x811c9dc5;
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return (hash >>> 0).toString(16).padStart(8, '0');
}
