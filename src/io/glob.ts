// Files by a pattern: `*` and `?` within a name, `**` across folders. Names that begin with a dot are left out.

import { dirname, join } from 'node:path';
import type { Io } from './io.ts';

/** Sorted, digits by their value; a path without wildcards is itself, whether there is such a file or not. */
export async function glob(io: Pick<Io, 'listFiles' | 'listFolders'>, pattern: string): Promise<readonly string[]> {
  if (!/[*?]/.test(pattern)) return [pattern];
  const steps = pattern.split('/');
  const first = steps.findIndex((step) => /[*?]/.test(step));
  const found = await below(
    io,
    steps.slice(0, first).join('/') || (pattern.startsWith('/') ? '/' : '.'),
    steps.slice(first),
  );
  return [...new Set(found)].sort(new Intl.Collator('en', { numeric: true }).compare);
}

async function below(
  io: Pick<Io, 'listFiles' | 'listFolders'>,
  folder: string,
  [step = '', ...rest]: readonly string[],
): Promise<readonly string[]> {
  const isVisible = (name: string) => !name.startsWith('.');
  if (step === '**') {
    const inside = (await io.listFolders(folder)).filter(isVisible);
    const deeper = await Promise.all(inside.map((name) => below(io, join(folder, name), [step, ...rest])));
    return [...(await below(io, folder, rest)), ...deeper.flat()];
  }
  const isMatch = matcher(step);
  if (rest.length === 0) {
    return (await io.listFiles(folder))
      .filter((name) => isVisible(name) && isMatch(name))
      .map((name) => join(folder, name));
  }
  // A step without wildcards may lead upwards, which is in no list.
  if (!/[*?]/.test(step)) return below(io, join(folder, step), rest);
  const folders = (await io.listFolders(folder)).filter((name) => isVisible(name) && isMatch(name));
  return (await Promise.all(folders.map((name) => below(io, join(folder, name), rest)))).flat();
}

function matcher(step: string): (name: string) => boolean {
  const source = step
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replaceAll('*', '.*')
    .replaceAll('?', '.');
  const pattern = new RegExp(`^${source}$`);
  return (name) => pattern.test(name);
}

/** A pattern of a file, from where rosc runs. */
export function relativeTo(file: string, pattern: string): string {
  return pattern.startsWith('/') ? pattern : join(dirname(file), pattern);
}
