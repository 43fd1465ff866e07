// Pairs the items that a device has with the items that a site wants, menu by menu.

import type { Item } from '../model/config.ts';
import { contentKey } from './compare.ts';
import { naturalKey } from './natural-key.ts';
import { isOwned, ownershipTag } from './ownership.ts';

export interface Pair {
  readonly prior: Item;
  readonly desired: Item;
}

export interface Matching {
  /** In desired order. */
  readonly pairs: readonly Pair[];
  /** Wanted, and not there. */
  readonly added: readonly Item[];
  /** There, and wanted by nobody. */
  readonly left: readonly Item[];
}

/**
 * By natural key where the menu has one. Else by ownership tag, with equal content first so that an inserted rule does
 * not rewrite all that follow; else by equal content, which adopts a stranger's item.
 */
export function matchItems(prior: readonly Item[], desired: readonly Item[]): Matching {
  const partners = new Map<Item, Item>();
  const open = { prior: new Set(prior), desired: new Set(desired) };
  const pairBy = (identity: (item: Item) => string | undefined, eligible: (prior: Item) => boolean = () => true) => {
    const offers = new Map<string, Item[]>();
    for (const item of open.prior) {
      const key = eligible(item) ? identity(item) : undefined;
      if (key === undefined) continue;
      const same = offers.get(key);
      if (same) same.push(item);
      else offers.set(key, [item]);
    }
    for (const queue of offers.values()) queue.reverse();
    for (const item of open.desired) {
      const key = identity(item);
      const partner = key === undefined ? undefined : offers.get(key)?.pop();
      if (!partner) continue;
      partners.set(item, partner);
      open.desired.delete(item);
      open.prior.delete(partner);
    }
  };
  pairBy(naturalKey, isOwned);
  pairBy(naturalKey);
  if (desired.some((item) => naturalKey(item) === undefined)) {
    const content = remember(contentKey);
    const keyless = (identity: (item: Item) => string | undefined) => (item: Item) =>
      naturalKey(item) === undefined ? identity(item) : undefined;
    pairBy(keyless((item) => ownershipTag(item) && `${ownershipTag(item)}\n${content(item)}`));
    pairBy(keyless(content), isOwned);
    pairBy(keyless(ownershipTag));
    pairBy(keyless(content));
  }
  const pairs: Pair[] = [];
  for (const item of desired) {
    const partner = partners.get(item);
    if (partner) pairs.push({ prior: partner, desired: item });
  }
  return { pairs, added: [...open.desired], left: [...open.prior] };
}

function remember(identity: (item: Item) => string): (item: Item) => string {
  const known = new Map<Item, string>();
  return (item) => {
    const key = known.get(item) ?? identity(item);
    known.set(item, key);
    return key;
  };
}
