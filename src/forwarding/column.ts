// Interfaces that stand on each other, however many, as VLANs in VLANs do.

/** By name what each stands on in the end. */
export type Bottoms = Map<string, string | undefined>;

/**
 * What an interface stands on in the end, itself where there is nothing below; undefined where it stands on itself. A
 * column is walked once, whoever of it is asked about.
 */
export function bottomOf(
  known: Bottoms,
  name: string,
  below: (name: string) => string | undefined,
): string | undefined {
  const column = new Set<string>();
  let base = name;
  while (!known.has(base) && !column.has(base)) {
    column.add(base);
    const next = below(base);
    if (next === undefined) known.set(base, base);
    else base = next;
  }
  const found = known.get(base);
  for (const each of column) known.set(each, found);
  return found;
}
