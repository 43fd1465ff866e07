// Neighbouring names as one range, for reading: `ether1-22`.

interface Run {
  readonly stem: string;
  readonly first: number;
  readonly last: number;
}

/** The run of one name; undefined when it ends in no number. */
function runOf(name: string): Run | undefined {
  const [, stem, digits] = /^(.*?)(\d{1,9})$/.exec(name) ?? [];
  // Addresses are no names: their last number is not what tells neighbours apart.
  if (stem === undefined || (/[./:]/.test(stem) && !/^[a-z-]+:$/.test(stem))) return undefined;
  return { stem, first: Number(digits), last: Number(digits) };
}

/** Whether a name is the next one after another: `ether2` after `ether1`. */
export function isNextName(previous: string, name: string): boolean {
  const [a, b] = [runOf(previous), runOf(name)];
  return a !== undefined && b !== undefined && a.stem === b.stem && a.last + 1 === b.first;
}

/** Names in their order; those that follow each other become one: `ether1-22`. */
export function foldNames(names: readonly string[]): readonly string[] {
  const folded: string[] = [];
  let start = 0;
  for (const [index, name] of names.entries()) {
    const next = names[index + 1];
    if (next !== undefined && isNextName(name, next)) continue;
    const first = names[start] ?? name;
    folded.push(start === index ? name : `${first}-${/\d+$/.exec(name)?.[0]}`);
    start = index + 1;
  }
  return folded;
}
