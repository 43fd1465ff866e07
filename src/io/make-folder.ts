// Makes a folder and those above it. Not Node's own way of making all of them, which never ends where a folder of the
// kernel has no room for others: below /proc.

import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';

/** As `mkdir -p`, each new folder with that mode; a file in its place is left to who writes below it. Throws as node:fs. */
export function makeFolder(path: string, mode = 0o777): void {
  if (wasMade(path, mode)) return;
  makeFolder(dirname(path), mode);
  if (!wasMade(path, mode)) mkdirSync(path, { mode });
}

/** False where a folder above is missing. */
function wasMade(path: string, mode: number): boolean {
  try {
    mkdirSync(path, { mode });
    return true;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'EEXIST') return true;
    if (code === 'ENOENT' && dirname(path) !== path) return false;
    throw error;
  }
}
