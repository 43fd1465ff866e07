// Files by a pattern: `*` and `?` within a name, `**` across folders. Names that begin with a dot are left out.

import { dirname, join } from 'node:path';
import { isNoFolder } from './file-trouble.ts';
import type { Io } from './io.ts';

/** Sorted, digits by their value; a path without wildcards is itself, whether there is such a file or not. */
export async function glob(io: Pick<Io, 'listFiles' | 'listFolders'>, pattern: string): Promise<readonly string[]> {
  if (!/[*?]/.test(pattern)) return [pattern];
  const steps = pattern.split('/');
  const first = steps.findIndex((step) => /[*?]/.test(step));
  const start = steps.slice(0, first).join('/') || (pattern.startsWith('/') ? '/' : '.');
  const found = await below({ io, seen: new Set() }, start, steps.slice(first));
  return [...new Set(found)].sort(new Intl.Collator('en', { numeric: true }).compare);
}

interface Search {
  readonly io: Pick<Io, 'listFiles' | 'listFolders'>;
  /** Folders, each with the number of steps that were left there: several `**` lead to the same one again and again. */
  readonly seen: Set<string>;
}

async function below(search: Search, folder: string, steps: readonly string[]): Promise<readonly string[]> {
  const { io, seen } = search;
  const [step = '', ...rest] = steps;
  const here = `${steps.length} ${folder}`;
  if (seen.has(here)) return [];
  seen.add(here);
  const isVisible = (name: string) => !name.startsWith('.');
  if (step === '**') {
    const inside = (await io.listFolders(folder)).filter(isVisible);
    const deeper = await Promise.all(inside.map((name) => below(search, join(folder, name), steps)));
    return [...(await below(search, folder, rest)), ...deeper.flat()];
  }
  const isMatch = matcher(step);
  if (rest.length === 0) {
    return (await io.listFiles(folder))
      .filter((name) => isVisible(name) && isMatch(name))
      .map((name) => join(folder, name));
  }
  // A step without wildcards may lead upwards, which is in no list.
  if (!/[*?]/.test(step)) {
    return below(search, join(folder, step), rest).catch((error: unknown) => {
      if (isNoFolder(error)) return [];
      throw error;
    });
  }
  const folders = (await io.listFolders(folder)).filter((name) => isVisible(name) && isMatch(name));
  return (await Promise.all(folders.map((name) => below(search, join(folder, name), rest)))).flat();
}

/** What lies between two `*` is taken where it is met first, so that a name costs its length times the step's. */
function matcher(step: string): (name: string) => boolean {
  const [head = '', ...parts] = step.split('*');
  const tail = parts.pop();
  const fits = (part: string, name: string, at: number) =>
    at >= 0 &&
    at + part.length <= name.length &&
    part.split('').every((sign, i) => sign === '?' || sign === name[at + i]);
  return (name) => {
    if (tail === undefined) return name.length === head.length && fits(head, name, 0);
    let at = fits(head, name, 0) ? head.length : Number.POSITIVE_INFINITY;
    for (const part of parts) {
      while (at + part.length <= name.length && !fits(part, name, at)) at++;
      at += part.length;
    }
    return at <= name.length - tail.length && fits(tail, name, name.length - tail.length);
  };
}

/** A pattern of a file, from where rosc runs. */
export function relativeTo(file: string, pattern: string): string {
  return pattern.startsWith('/') ? pattern : join(dirname(file), pattern);
}
