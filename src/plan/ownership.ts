// Who made an item: rosc marks what it makes in the item's comment, and touches nothing that the device itself made.

import { type Item, isDynamic, propertyValue } from '../model/config.ts';

/** Every comment that rosc writes starts with it. */
export const ownershipPrefix = 'rosc:';

/** `rosc:vlan/left`: the first word of the comment of an item that rosc made; undefined for everybody else's. */
export function ownershipTag(item: Item): string | undefined {
  const comment = propertyValue(item, 'comment');
  if (!comment?.startsWith(ownershipPrefix)) return undefined;
  const blank = comment.indexOf(' ');
  return blank < 0 ? comment : comment.slice(0, blank);
}

export function isOwned(item: Item): boolean {
  return ownershipTag(item) !== undefined;
}

/** Rows that RouterOS ships with and refuses to give up: `main` VRF, default BGP template. */
export function isBuiltin(item: Item): boolean {
  return item.state?.get('builtin') === 'true' || item.state?.get('default') === 'true';
}

export function isUntouchable(item: Item): boolean {
  return isDynamic(item) || isBuiltin(item);
}
