// Where new and moved items of an ordered menu go, so that the desired ones stand in the desired order with as few
// moves as possible and foreign items keep their places.

import { type Item, isDynamic, listValues, propertyValue } from '../model/config.ts';
import { groupBy } from '../source/grouping.ts';
import { longestIncreasing } from './sequence.ts';

export interface ItemPositionsInput {
  /** The menu as it is, dynamic rows included. */
  readonly prior: readonly Item[];
  readonly desired: readonly Item[];
  /** Desired item → the prior item that becomes it. */
  readonly partners: ReadonlyMap<Item, Item>;
  readonly removed: ReadonlySet<Item>;
}

export interface ItemPosition {
  /** The prior item that comes right after; undefined = the end. */
  readonly before: Item | undefined;
}

/**
 * Places of the desired items that do not stand right already. Order counts within a chain only. VRFs come before the
 * one that takes all interfaces, as `main` does: those behind it have none. Source: manual, VRF.
 */
export function itemPositions({
  prior,
  desired,
  partners,
  removed,
}: ItemPositionsInput): ReadonlyMap<Item, ItemPosition> {
  const rest = prior.find(
    ({ menu, properties }) => menu === '/ip/vrf' && listValues(properties.get('interfaces')?.value).includes('all'),
  );
  const inReach = rest ? prior.slice(0, prior.indexOf(rest)) : prior;
  const position = new Map(inReach.map((item, index) => [item, index]));
  const positionOf = (item: Item) => position.get(partners.get(item) ?? item);
  const chains = [...groupBy(desired, (item) => propertyValue(item, 'chain') ?? '').values()];
  const staying = new Set(chains.flatMap((chain) => stayingOf(chain, positionOf)));
  const moved = new Set<Item>();
  for (const [item, partner] of partners) if (!staying.has(item)) moved.add(partner);
  const isAnchor = (item: Item) => !isDynamic(item) && !moved.has(item) && !removed.has(item);

  const placed = new Map<Item, ItemPosition>();
  for (const chain of chains) {
    const last = chain.findLast((item) => staying.has(item));
    let before = last ? firstAfter(prior, positionOf(last) ?? 0, isAnchor) : rest;
    for (const item of chain.toReversed()) {
      if (staying.has(item)) before = partners.get(item);
      else placed.set(item, { before });
    }
  }
  return placed;
}

/** The most items that stand in the wanted order among themselves. */
function stayingOf(chain: readonly Item[], positionOf: (item: Item) => number | undefined): readonly Item[] {
  const known = chain.filter((item) => positionOf(item) !== undefined);
  return longestIncreasing(known.map((item) => positionOf(item) ?? 0)).flatMap((index) => known[index] ?? []);
}

function firstAfter(items: readonly Item[], position: number, fits: (item: Item) => boolean): Item | undefined {
  for (let index = position + 1; index < items.length; index++) {
    const item = items[index];
    if (item && fits(item)) return item;
  }
  return undefined;
}
