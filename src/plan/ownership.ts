// Who made an item: rosc marks what it makes in the item's comment, and touches nothing that the device itself made.

import { type Item, isDynamic, propertyValue } from '../model/config.ts';
import { propertySpec } from '../model/menus.ts';
import type { Change } from './plan.ts';

/** Every comment that rosc writes starts with it. */
export const ownershipPrefix = 'rosc:';

/** In menus without comments the name is the tag: `rosc-left`. */
const ownershipNamePrefix = 'rosc-';

/** `rosc:vlan/left`: the first word of the comment of an item that rosc made; undefined for everybody else's. */
export function ownershipTag(item: Item): string | undefined {
  const comment = propertyValue(item, 'comment');
  if (comment?.startsWith(ownershipPrefix)) {
    const blank = comment.indexOf(' ');
    return blank < 0 ? comment : comment.slice(0, blank);
  }
  // Where log messages go can be commented from RouterOS 7.22 on only; who made the action made the row.
  if (item.menu === '/system/logging') return ownName(propertyValue(item, 'action'), 'rosc');
  const isNamedOnly = propertySpec(item.menu, 'name') && !propertySpec(item.menu, 'comment');
  return isNamedOnly ? ownName(propertyValue(item, 'name'), ownershipNamePrefix) : undefined;
}

function ownName(name: string | undefined, prefix: string): string | undefined {
  return name?.startsWith(prefix) ? name : undefined;
}

/** What the factory configuration writes at everything that it makes. */
const factoryComment = 'defconf';

/**
 * The comment that an item of rosc's gets: its tag with the site's words, or, where the site has none, with the words
 * that people wrote before, in parentheses. Nobody's comment is lost because rosc took an item over.
 */
export function commentAfter(before: string | undefined, desired: string): string {
  if (!before || before === factoryComment || !desired.startsWith(ownershipPrefix) || desired.includes(' '))
    return desired;
  const kept = before.startsWith(ownershipPrefix) ? /^\S+ (\(.*\))$/s.exec(before)?.[1] : `(${before})`;
  return kept === undefined ? desired : `${desired} ${kept}`;
}

/** Whether a change does nothing but write rosc's mark on an item that has none. */
export function isMark({ action, properties }: Change): boolean {
  return (
    action === 'set' &&
    properties.length > 0 &&
    properties.every(({ name, before, after }) => {
      return name === 'comment' && after?.startsWith(ownershipPrefix) && !before?.startsWith(ownershipPrefix);
    })
  );
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
