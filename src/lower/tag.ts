// The ownership tag in an item's comment: unique in its menu, and the same after unrelated edits of the site.

import type { Property } from '../model/config.ts';
import type { Location } from '../source/location.ts';

export const tagPrefix = 'rosc:';

/** `rosc:vlan/left`, followed by the author's own words when there are any. */
export function tag(parts: readonly (string | number)[], origin: Location, description?: string): Property {
  const name = `${tagPrefix}${parts.join('/')}`;
  return { value: description === undefined ? name : `${name} ${description}`, origin };
}
