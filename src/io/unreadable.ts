// What is thrown where something that rosc looks for by itself is there and cannot be read: it is never taken for none.

import type { Diagnostic } from '../diagnostics/diagnostic.ts';

export class Unreadable extends Error {
  readonly diagnostic: Diagnostic;

  constructor(diagnostic: Diagnostic, cause?: unknown) {
    super(diagnostic.what, { cause });
    this.name = 'Unreadable';
    this.diagnostic = diagnostic;
  }
}

/** By name: the built program has this class in several of its files. */
export function isUnreadable(error: unknown): error is Unreadable {
  return error instanceof Error && error.name === 'Unreadable';
}

/** Where a file stands in the place of a folder. */
export function isNoFolder(error: unknown): boolean {
  if (!isUnreadable(error)) return false;
  const { cause } = error;
  return cause instanceof Error && 'code' in cause && cause.code === 'ENOTDIR';
}
