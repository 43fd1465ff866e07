// A row that a script on the device looks for: by which properties, and what the look finds before the first change.

import { type Item, isDynamic, type MenuPath, propertyValue } from '../model/config.ts';

/** Longer answers of a device than any that is wanted; the rest tells nothing more. */
export const answerMax = 40;

export interface Wanted {
  readonly menu: MenuPath;
  /** In the device's own words; empty = not set. */
  readonly match: Readonly<Record<string, string>>;
  /** Which of several that match, counted from zero; absent = all of them. */
  readonly nth?: number;
  /** What it may find before the first change: the `.id` of a row, several joined by `;`, or empty for none. */
  readonly found: readonly string[];
  /** A row that is there already and is looked for by the same properties: so is what will be added. */
  readonly like?: Wanted;
}

/** The row of a menu that alone has its values of these properties; undefined = none has. */
export function looksLike(
  siblings: readonly Item[],
  rowOf: (item: Item) => Readonly<Record<string, string>>,
  match: Readonly<Record<string, string>>,
): Wanted | undefined {
  const names = Object.keys(match).filter((name) => match[name] !== '');
  const rows = siblings.filter((item) => !isDynamic(item));
  const valuesOf = (item: Item) => names.map((name) => rowOf(item)[name] ?? propertyValue(item, name) ?? '');
  const known = new Map<string, number>();
  for (const row of rows) known.set(valuesOf(row).join('\n'), (known.get(valuesOf(row).join('\n')) ?? 0) + 1);
  const found = rows.find((item) => {
    const values = valuesOf(item);
    return item.id !== undefined && !values.includes('') && known.get(values.join('\n')) === 1;
  });
  if (found?.id === undefined || names.length === 0) return undefined;
  const values = valuesOf(found);
  const own = Object.fromEntries(names.map((name, index) => [name, values[index] ?? '']));
  return { menu: found.menu, match: own, found: [found.id] };
}
