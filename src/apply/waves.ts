// Cuts changes into waves, of which each waits for the one before. Commands of one wave may run in any order: the
// manual says that tagged commands run simultaneously, and promises no order.
// Source: manual, developer-guides/api, "Tags".

import { menus } from '../model/menus.ts';
import { dependencies } from '../plan/dependencies.ts';
import type { Change } from '../plan/plan.ts';

export function wavesOf(changes: readonly Change[]): readonly (readonly Change[])[] {
  const { before } = dependencies(changes);
  const waves: Change[][] = [];
  let start = 0;
  let taken = new Set<string>();
  for (const [index, change] of changes.entries()) {
    const places = placesOf(change);
    const waits =
      change.phase !== changes[start]?.phase ||
      before[index]?.some((earlier) => earlier >= start) ||
      places.some((place) => taken.has(place));
    if (waits || waves.length === 0) {
      waves.push([]);
      start = index;
      taken = new Set();
    }
    waves.at(-1)?.push(change);
    for (const place of places) taken.add(place);
  }
  return waves;
}

/** Two changes of one place never run at once: of one item, and of a menu whose order means something. */
function placesOf({ menu, key, selector }: Change): readonly string[] {
  if (menus.get(menu)?.kind === 'ordered') return [menu];
  return [`${menu} ${key}`, `${menu} ${JSON.stringify(selector ?? key)}`];
}
