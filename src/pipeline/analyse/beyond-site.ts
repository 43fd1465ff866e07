// Which findings about a planned device are not in the site's own report: those that have to do with what others made.

import { codesOf, type Diagnostic, type Label } from '../../diagnostics/diagnostic.ts';
import { type Config, type Item, itemId } from '../../model/config.ts';
import { menus } from '../../model/menus.ts';
import { sameLocation } from '../../offload/locations.ts';
import { isOwned } from '../../plan/ownership.ts';
import { append } from '../../source/append.ts';
import { type Location, locationKey } from '../../source/location.ts';
import type { AnalysedDevice } from './analyse-site.ts';

/** `after` is the configuration that the findings are about. Notes are left out. */
export function beyondSite(
  found: readonly Diagnostic[],
  after: Config,
  { lowered, analysis }: AnalysedDevice,
): readonly Diagnostic[] {
  const problems = found.filter(({ severity }) => severity !== 'note');
  if (problems.length === 0) return [];
  const itemsAt = itemIndex(after);
  const wanted = new Map(lowered.config.items.map((item) => [itemId(item), item]));
  const said = [...analysis.diagnostics, ...analysis.accepted];
  const isSaid = (codes: readonly string[], item: Item): boolean => {
    const origins = isSites(item) ? originsOf(wanted.get(itemId(item))) : [];
    return said.some((each) => codesOf(each).some((code) => codes.includes(code)) && isAbout(each, origins));
  };
  return problems.filter((each) => {
    const items = [each.primary, ...each.related].map(({ at }: Label) => itemsAt.get(locationKey(at)) ?? []);
    return !items.every((own) => own.length > 0 && own.every((item) => isSaid(codesOf(each), item)));
  });
}

function itemIndex({ items }: Config): ReadonlyMap<string, readonly Item[]> {
  const index = new Map<string, Item[]>();
  for (const item of items) {
    for (const key of new Set(originsOf(item).map(locationKey))) append(index, key, item);
  }
  return index;
}

/** Rows that every device has are the site's as far as the site names them. */
function isSites(item: Item): boolean {
  const kind = menus.get(item.menu)?.kind;
  return isOwned(item) || kind === 'fixed' || kind === 'settings';
}

function originsOf(item: Item | undefined): readonly Location[] {
  return item ? [item.origin, ...[...item.properties.values()].map(({ origin }) => origin)] : [];
}

function isAbout({ primary, related }: Diagnostic, places: readonly Location[]): boolean {
  return [primary, ...related].some(({ at }) => places.some((place) => sameLocation(place, at)));
}
