// Writes a file that a person may have edited since: not over an existing one, unless asked to.

import { resolve } from 'node:path';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { mistake } from '../diagnostics/mistake.ts';
import { span } from '../source/location.ts';
import { isBelowFile } from './file-trouble.ts';
import { type Io, isMissing } from './io.ts';

/** Undefined when the file is written, or there is none to write. */
export async function writeNew(
  io: Io,
  path: string | undefined,
  text: string,
  { force = false }: { readonly force?: boolean },
): Promise<Diagnostic | undefined> {
  if (path === undefined) return undefined;
  const isThere = !force && (await exists(io, path));
  if (!isThere) {
    await io.writeFile(resolve(io.cwd, path), text);
    return undefined;
  }
  return mistake('file/exists', {
    what: `\`${path}\` is there already and is not overwritten`,
    at: span({ path, text: '' }, 0, 0),
    why: 'Somebody may have edited it since it was made.',
    fix: 'give another name, or `--force`',
  });
}

async function exists(io: Io, path: string): Promise<boolean> {
  try {
    await io.readFile(resolve(io.cwd, path), { bytesMax: 1 });
    return true;
  } catch (error) {
    // What cannot be read is there all the same.
    return !isMissing(error) && !isBelowFile(error);
  }
}
