// What a commit puts on a device is no part of the device's configuration: it is known by its names, wherever rows are
// read.

import type { MenuPath } from './config.ts';

/** Only one commit at a time: the name is taken or it is not. */
export const lockName = 'rosc-lock';

/** The transaction that an object belongs to; undefined for what rosc did not put there. */
export function transactionOf(name: string): string | undefined {
  return /^rosc-([0-9a-f]+)-[a-z]+(?:-\d+)*$/.exec(name)?.[1];
}

/** A script or scheduler row of a commit, or the lock. */
export function isOfCommit(menu: MenuPath, { name = '' }: { readonly name?: string }): boolean {
  if (menu !== '/system/script' && menu !== '/system/scheduler') return false;
  return name === lockName || transactionOf(name) !== undefined;
}
