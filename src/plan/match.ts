// Pairs the items that a device has with the items that a site wants, menu by menu.

import type { Item } from '../model/config.ts';
import { append } from '../source/append.ts';
import { derivedOnce } from '../source/grouping.ts';
import { contentKey, propertyChanges } from './compare.ts';
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
 * By natural key where the menu has one. Else by ownership tag; else by equal content, which gives an item a new tag or
 * adopts a foreign one. A tag never passes from one item to another, because scripts find items by their tags.
 */
export function matchItems(prior: readonly Item[], desired: readonly Item[]): Matching {
  const open = openItems(prior, desired);
  const key = derivedOnce(naturalKey);
  open.pairBy(key, { offered: isOwned });
  open.pairBy(key);
  const keyless = (identity: (item: Item) => string | undefined) => (item: Item) =>
    key(item) === undefined ? identity(item) : undefined;
  if (desired.some((item) => key(item) === undefined)) {
    const content = derivedOnce(contentKey);
    const tagged = keyless((item) => ownershipTag(item) && `${ownershipTag(item)}\n${content(item)}`);
    open.pairBy(keyless(uniqueTagOf(prior, desired)), { fits: isUnchanged });
    open.pairBy(tagged);
    open.pairBy(keyless(ownershipTag));
    const isTaken = tagIn(prior);
    const isWanted = tagIn(desired);
    open.pairBy(keyless(content), {
      offered: (item) => isOwned(item) && !isWanted(item),
      fits: (pair) => !isTaken(pair.desired),
    });
    open.pairBy(keyless(content), { offered: (item) => !isOwned(item), fits: (pair) => !isTaken(pair.desired) });
  }
  return open.result();
}

/** Whether the tag of an item occurs among these. */
function tagIn(items: readonly Item[]): (item: Item) => boolean {
  const tags = new Set(items.map(ownershipTag));
  return (item) => {
    const tag = ownershipTag(item);
    return tag !== undefined && tags.has(tag);
  };
}

interface Terms {
  readonly offered?: (prior: Item) => boolean;
  readonly fits?: (pair: Pair) => boolean;
}

const always = () => true;

/** Tags that each side has once: the common case, which needs no look at the content of everything else. */
function uniqueTagOf(...sides: readonly (readonly Item[])[]): (item: Item) => string | undefined {
  const repeated = new Set<string>();
  for (const side of sides) {
    const seen = new Set<string>();
    for (const item of side) {
      const tag = ownershipTag(item);
      if (tag === undefined) continue;
      if (seen.has(tag)) repeated.add(tag);
      seen.add(tag);
    }
  }
  return (item) => {
    const tag = ownershipTag(item);
    return tag !== undefined && repeated.has(tag) ? undefined : tag;
  };
}

function isUnchanged({ prior, desired }: Pair): boolean {
  return propertyChanges(prior, desired, 'whole').length === 0;
}

/** By identity, the last of them first. */
function offersOf(items: readonly Item[], identity: (item: Item) => string | undefined): ReadonlyMap<string, Item[]> {
  const offers = new Map<string, Item[]>();
  for (const item of items.toReversed()) {
    const key = identity(item);
    if (key !== undefined) append(offers, key, item);
  }
  return offers;
}

/** Items without a partner so far. */
function openItems(prior: readonly Item[], desired: readonly Item[]) {
  const partners = new Map<Item, Item>();
  let left = prior;
  let wanted = desired;
  return {
    /** Pairs items of one identity in their order, each with the first that is left and fits. */
    pairBy(identity: (item: Item) => string | undefined, { offered = always, fits = always }: Terms = {}): void {
      const offers = offersOf(left.filter(offered), identity);
      if (offers.size === 0) return;
      const taken = new Set<Item>();
      for (const item of wanted) {
        const key = identity(item);
        const offer = key === undefined ? undefined : offers.get(key);
        const partner = offer?.at(-1);
        if (!partner || !fits({ prior: partner, desired: item })) continue;
        offer?.pop();
        partners.set(item, partner);
        taken.add(partner);
      }
      if (taken.size === 0) return;
      left = left.filter((item) => !taken.has(item));
      wanted = wanted.filter((item) => !partners.has(item));
    },
    result(): Matching {
      const pairs = desired.flatMap((item) => {
        const partner = partners.get(item);
        return partner ? [{ prior: partner, desired: item }] : [];
      });
      return { pairs, added: wanted, left };
    },
  };
}
