// Whether a site of a configuration would be more than rosc reads: counted before it is drafted, printed and read back.

import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { deviceProblem } from '../../diagnostics/mistake.ts';
import { Secret } from '../../intent/secret.ts';

/** Commands of an export that add a row, before anything of it is read. */
export function rowsAdded(text: string): number {
  let rows = 0;
  for (const _ of text.matchAll(/^[ \t]*(?:\/[^\n"=]*[ \t])?add[ \t]/gm)) rows++;
  return rows;
}

/** Undefined where that many rows may come out as a site: each is a key of it at least, or a line of `raw:`. */
export function tooManyRows(name: string, rows: number, keysMax: number): Diagnostic | undefined {
  return rows > keysMax ? noSite(name, tooManyKeys(`${rows} rows`, keysMax)) : undefined;
}

/** Whether its text has more than may stand in a site; folded ports aside, it has at least what is counted. */
export function isTooLarge(draft: object, keysMax: number): boolean {
  let [keys, values] = [0, 0];
  const count = (value: unknown): void => {
    if (Array.isArray(value)) {
      values += Math.max(0, value.length - 1);
      value.forEach(count);
    } else if (typeof value === 'object' && value !== null && !(value instanceof Secret)) {
      const entries = Object.values(value).filter((each) => each !== undefined);
      keys += entries.length;
      entries.forEach(count);
    }
  };
  count(draft);
  return keys > keysMax || keys + values > 2 * keysMax;
}

type Refusal = Pick<Diagnostic, 'what' | 'why'>;

export function tooManyKeys(subject: string, keysMax: number): Refusal {
  return {
    what: `a site of ${subject} has more than ${keysMax} keys`,
    why: 'No site needs so many, and rosc would not read it; ROSC_MAX_KEYS allows more.',
  };
}

export function noSite(name: string, { what, why }: Refusal): Diagnostic {
  return deviceProblem(name, 'import/no-site', {
    what: `no site can be made of this configuration: ${what}`,
    why,
    fix: 'export the menus that the site has to say, without tables that routing protocols fill, or allow more and import again',
  });
}
