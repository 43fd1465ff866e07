// What a configuration would be without an earlier plan: that plan's changes taken back, and everything that came
// later left as it is.

import { type Config, type Item, ownItemsOf, propertyValue } from '../model/config.ts';
import { defaultArgument, effectiveText, propertyChanges } from './compare.ts';
import { matchItems } from './match.ts';
import { applyChanges } from './patch.ts';
import type { Change } from './plan.ts';

export interface RevertInput {
  /** The device before the plan. */
  readonly prior: Config;
  readonly changes: readonly Change[];
  /** The device now. */
  readonly now: Config;
}

/** Menus that the plan did not touch are left out. */
export function revertedConfig({ prior, changes, now }: RevertInput): Config {
  const after = applyChanges(prior, changes);
  const menus = [...new Set(changes.map(({ menu }) => menu))];
  return {
    items: menus.flatMap((menu) =>
      revertedMenu(ownItemsOf(prior, menu), ownItemsOf(after, menu), ownItemsOf(now, menu)),
    ),
  };
}

function revertedMenu(prior: readonly Item[], after: readonly Item[], now: readonly Item[]): readonly Item[] {
  const kept = new Map(matchItems(prior, after).pairs.map((pair) => [pair.desired, pair.prior]));
  const made = new Map(matchItems(now, after).pairs.map((pair) => [pair.prior, pair.desired]));
  const rows = now.flatMap((item) => {
    const planned = made.get(item);
    if (!planned) return [item];
    const before = kept.get(planned);
    return before ? [withoutChange(item, { before, planned })] : [];
  });
  const back = matchItems(rows, prior);
  const present = new Map(back.pairs.map((pair) => [pair.desired, pair.prior]));
  const changed = new Set([...back.added, ...prior.filter((item) => isMoved(item, prior, rows, present))]);
  // Last first: each stands before what came after it then.
  for (const [index, item] of [...prior.entries()].reverse()) {
    if (!changed.has(item)) continue;
    const row = present.get(item) ?? item;
    const rest = rows.filter((each) => each !== row);
    const next = prior.slice(index + 1).find((each) => present.has(each));
    const at = next === undefined ? rest.length : rest.indexOf(present.get(next) ?? next);
    rows.splice(0, rows.length, ...rest.toSpliced(at, 0, row));
    present.set(item, row);
  }
  return rows;
}

/** Whether it stands behind what it stood in front of. */
function isMoved(item: Item, prior: readonly Item[], rows: readonly Item[], present: ReadonlyMap<Item, Item>): boolean {
  const row = present.get(item);
  const next = prior.slice(prior.indexOf(item) + 1).find((each) => present.has(each));
  if (!row || !next) return false;
  return rows.indexOf(row) > rows.indexOf(present.get(next) ?? next);
}

/** Only what the plan set, and only where nobody has set it to something else since. */
function withoutChange(item: Item, { before, planned }: { readonly before: Item; readonly planned: Item }): Item {
  const properties = new Map(item.properties);
  for (const { name } of propertyChanges(before, planned, 'whole')) {
    if (textOf(item, name) !== textOf(planned, name)) continue;
    const old = before.properties.get(name)?.value ?? defaultArgument(item.menu, name);
    if (old === undefined) properties.delete(name);
    else properties.set(name, { value: old, origin: item.origin });
  }
  return { ...item, properties };
}

/** A device may leave out, or spell in its own way, what a plan has set. */
function textOf(item: Item, name: string): string | undefined {
  return effectiveText(item.menu, name, propertyValue(item, name));
}
