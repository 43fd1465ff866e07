// Foreign items that are in the way of desired ones: found by what both claim, and shown apart from the other changes.

import { type Config, type Item, isOrphan, listValues, propertyValue } from '../model/config.ts';
import { parseVlanIds, printVlanIds } from '../model/vlan-ids.ts';
import { type Claim, claimsOf } from './claims.ts';

export interface Displacement {
  readonly item: Item;
  /** What it holds that a desired item needs. */
  readonly resources: readonly string[];
  /** The properties that make room, when the rest of the item can stay; absent = the item goes. */
  readonly shrink?: { readonly property: string; readonly before: string; readonly after: string };
}

/**
 * Which of the foreign items, which nobody matched, hold what a desired item needs. A row about something that was
 * removed does nothing, so it is in the way of its own kind alone.
 */
export function displacements(foreign: readonly Item[], desired: Config): readonly Displacement[] {
  const needed = new Set<string>();
  const neededAlone = new Set<string>();
  for (const item of desired.items) {
    for (const { resource, use } of itemClaims(item)) (use === 'alone' ? neededAlone : needed).add(resource);
  }
  return foreign.flatMap((item) => {
    const taken = itemClaims(item).filter(
      ({ resource, use }) =>
        use === 'alone' && (neededAlone.has(resource) || (needed.has(resource) && !isOrphan(item))),
    );
    return taken.length > 0 ? [displacement(item, taken)] : [];
  });
}

export function itemClaims(item: Item): readonly Claim[] {
  return claimsOf(item.menu, (name) => propertyValue(item, name));
}

function displacement(item: Item, taken: readonly Claim[]): Displacement {
  const resources = taken.map(({ resource }) => resource);
  const property = taken[0]?.member?.property;
  if (!property || taken.some(({ member }) => member?.property !== property)) return { item, resources };
  const before = propertyValue(item, property) ?? '';
  const gone = new Set(taken.map(({ member }) => member?.value));
  const after =
    property === 'vlan-ids'
      ? printVlanIds(parseVlanIds(before).filter((vid) => !gone.has(String(vid))))
      : listValues(before)
          .filter((value) => !gone.has(value))
          .join(',');
  return after === '' ? { item, resources } : { item, resources, shrink: { property, before, after } };
}
