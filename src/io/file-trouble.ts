// What is thrown where a file cannot be written, or where something that rosc looks for by itself is there and cannot
// be read: it is never taken for none.

import type { Diagnostic } from '../diagnostics/diagnostic.ts';

export class FileTrouble extends Error {
  readonly diagnostic: Diagnostic;

  constructor(diagnostic: Diagnostic, cause?: unknown) {
    super(diagnostic.what, { cause });
    this.name = 'FileTrouble';
    this.diagnostic = diagnostic;
  }
}

/** By name: the built program has this class in several of its files. */
export function isFileTrouble(error: unknown): error is FileTrouble {
  return error instanceof Error && error.name === 'FileTrouble';
}

/** Where a file stands in the place of a folder. */
export function isNoFolder(error: unknown): boolean {
  return isFileTrouble(error) && isBelowFile(error.cause);
}

export function isBelowFile(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOTDIR';
}
