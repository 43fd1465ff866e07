// Whether a device is where a plan takes it, or back where it came from. Only what the plan touches counts: others
// may have changed other things meanwhile.

import { type Config, type Item, type MenuPath, ownItemsOf, propertyValue } from '../model/config.ts';
import { menus } from '../model/menus.ts';
import { effectiveText, propertyChanges } from '../plan/compare.ts';
import { matchItems } from '../plan/match.ts';
import { ownershipTag } from '../plan/ownership.ts';
import { applyChanges } from '../plan/patch.ts';
import type { Change } from '../plan/plan.ts';
import { longestIncreasing } from '../plan/sequence.ts';

/** What of the plan is not in effect, in words. Empty: all of it is. */
export function unmetChanges(changes: readonly Change[], prior: Config, now: Config): readonly string[] {
  return difference(changes, { from: prior, to: applyChanges(prior, changes), now });
}

/** What of the plan is still in effect, or was not put back, in words. Empty: the device is in its prior state. */
export function remainingChanges(changes: readonly Change[], prior: Config, now: Config): readonly string[] {
  return difference(changes, { from: applyChanges(prior, changes), to: prior, now });
}

function difference(
  changes: readonly Change[],
  { from, to, now }: { readonly from: Config; readonly to: Config; readonly now: Config },
): readonly string[] {
  return [...new Set(changes.map(({ menu }) => menu))].flatMap((menu) =>
    menuDifference(menu, {
      changes: changes.filter((change) => change.menu === menu),
      from: ownItemsOf(from, menu),
      to: ownItemsOf(to, menu),
      now: ownItemsOf(now, menu),
    }),
  );
}

interface MenuTransition {
  readonly changes: readonly Change[];
  readonly from: readonly Item[];
  readonly to: readonly Item[];
  readonly now: readonly Item[];
}

function menuDifference(menu: MenuPath, { changes, from, to, now }: MenuTransition): readonly string[] {
  if (menus.get(menu)?.kind === 'settings') {
    const [was, wanted, is] = [from[0], to[0], now[0]];
    return propertyDifference(menu, changes, { was, wanted, is });
  }
  const kept = new Map(matchItems(from, to).pairs.map(({ prior, desired }) => [desired, prior]));
  const arrived = new Map(matchItems(now, to).pairs.map(({ prior, desired }) => [desired, prior]));
  const leftover = except(now, arrived.values());
  const toGo = except(from, kept.values());
  // What others removed is theirs; but what the way led through has to be there, or nobody knows what became of it.
  const isOnTheWay = (item: Item) => {
    const was = kept.get(item);
    return was === undefined || propertyChanges(was, item, 'whole').length > 0;
  };
  const missing = to.filter((item) => !arrived.has(item) && isOnTheWay(item));
  const lingering = [...matchItems(leftover, toGo).pairs.map(({ prior }) => prior), ...withTagOf(toGo, leftover)];
  const unchanged = to.flatMap((wanted) => {
    const is = arrived.get(wanted);
    return is ? propertyDifference(menu, changes, { was: kept.get(wanted), wanted, is }) : [];
  });
  return [
    ...missing.map((item) => `${menu} ${item.key} is missing`),
    ...[...new Set(lingering)].map((item) => `${menu} ${item.key} is still there`),
    ...unchanged,
    ...orderDifference(menu, changes, to, { now, arrived }),
  ];
}

function except(items: readonly Item[], known: Iterable<Item>): readonly Item[] {
  const out = new Set(known);
  return items.filter((item) => !out.has(item));
}

/** An item whose key changed by itself, because what it names is gone, is still the same item. */
function withTagOf(items: readonly Item[], candidates: readonly Item[]): readonly Item[] {
  const tags = new Set(items.map(ownershipTag).filter((tag) => tag !== undefined));
  return candidates.filter((item) => tags.has(ownershipTag(item) ?? ''));
}

/** A value that is neither the old nor the new one is somebody else's doing. */
function propertyDifference(
  menu: MenuPath,
  changes: readonly Change[],
  { was, wanted, is }: Readonly<Record<'was' | 'wanted' | 'is', Item | undefined>>,
): readonly string[] {
  if (!wanted || !is) return [];
  const text = (item: Item, name: string) => effectiveText(menu, name, propertyValue(item, name));
  const planned = new Set(changes.flatMap(({ properties }) => properties.map(({ name }) => name)));
  return propertyChanges(is, wanted, 'whole')
    .map(({ name }) => name)
    .filter((name) => planned.has(name))
    .filter((name) => !was || text(is, name) === text(was, name) || wasPassed(changes, name, text(is, name)))
    .map((name) => `${[menu, wanted.key].join(' ').trimEnd()}: ${name} is ${text(is, name) ?? 'not set'}`);
}

/** A value that the item has only on the way: L3 offload pauses. */
function wasPassed(changes: readonly Change[], name: string, text: string | undefined): boolean {
  return changes.some(({ menu, properties }) =>
    properties.some((property) => property.name === name && effectiveText(menu, name, property.after) === text),
  );
}

function orderDifference(
  menu: MenuPath,
  changes: readonly Change[],
  to: readonly Item[],
  { now, arrived }: { readonly now: readonly Item[]; readonly arrived: ReadonlyMap<Item, Item> },
): readonly string[] {
  if (menus.get(menu)?.kind !== 'ordered' || changes.every(({ action }) => action === 'set')) return [];
  const position = new Map(now.map((item, index) => [item, index]));
  const chains = new Set(to.map((item) => propertyValue(item, 'chain')));
  return [...chains].flatMap((chain) => {
    const ranks = to
      .filter((item) => propertyValue(item, 'chain') === chain)
      .flatMap((item) => position.get(arrived.get(item) ?? item) ?? []);
    const isOrdered = longestIncreasing(ranks).length === ranks.length;
    return isOrdered ? [] : [`${[menu, chain].filter(Boolean).join(' ')}: the order is another`];
  });
}
