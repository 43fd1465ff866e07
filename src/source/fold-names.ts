// Neighbouring names as one range, for reading: `ether1-22`.

import type { Some } from './grouping.ts';

interface NumberedName {
  readonly stem: string;
  readonly number: number;
}

/** Undefined when it ends in no number. */
function numberedName(name: string): NumberedName | undefined {
  const [, stem, digits] = /^(.*?)(\d{1,9})$/.exec(name) ?? [];
  // Addresses are no names: their last number is not what tells neighbours apart.
  if (stem === undefined || (/[./:]/.test(stem) && !/^[a-z-]+:$/.test(stem))) return undefined;
  return { stem, number: Number(digits) };
}

/** Whether a name is the next one after another: `ether2` after `ether1`. */
export function isNextName(previous: string, name: string): boolean {
  const [a, b] = [numberedName(previous), numberedName(name)];
  return a !== undefined && b !== undefined && a.stem === b.stem && a.number + 1 === b.number;
}

/** All values in their order; a run ends where the next value does not go on with the one before it. */
export function foldRuns<T>(values: readonly T[], goesOn: (previous: T, value: T) => boolean): readonly Some<T>[] {
  const runs: [T, ...T[]][] = [];
  for (const value of values) {
    const run = runs.at(-1);
    const last = run?.at(-1);
    if (run && last !== undefined && goesOn(last, value)) run.push(value);
    else runs.push([value]);
  }
  return runs;
}

/** Names in their order; those that follow each other become one: `ether1-22`. */
export function foldNames(names: readonly string[]): readonly string[] {
  return foldRuns(names, isNextName).map((run) => {
    const [first] = run;
    return run.length === 1 ? first : `${first}-${/\d+$/.exec(run.at(-1) ?? '')?.[0]}`;
  });
}
