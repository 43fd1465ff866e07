// Finds the known name that a misspelt one was probably meant to be.

/** Longer names, and names among more, are not looked for: the time grows with all three. */
const [lengthMax, knownMax] = [200, 2000];

/**
 * The nearest of `known` within a third of the name's length, or undefined: at least 2 edits, of up to 3 letters one.
 * One slip is likelier than a name that breaks off, and that is likelier than more slips.
 */
export function nearestName(name: string, known: Iterable<string>): string | undefined {
  const limit = name.length <= 3 ? 1 : Math.max(2, Math.floor(name.length / 3));
  const candidates = [...known];
  if (name.length > lengthMax || candidates.length > knownMax) return undefined;
  const lower = name.toLowerCase();
  let best: { name: string; distance: number } | undefined;
  for (const candidate of candidates) {
    const max = best ? best.distance - 1 : limit;
    if (Math.abs(candidate.length - name.length) > max) continue;
    const distance = editDistance(lower, candidate.toLowerCase(), max);
    if (distance <= max) best = { name: candidate, distance };
  }
  if (best && best.distance <= 1) return best.name;
  return namesStartingWith(name, candidates)[0] ?? best?.name;
}

/** A capital, a letter more or less, or letters in the wrong order; another number or letter makes a sibling. */
export function isSlip(name: string, near: string | undefined): boolean {
  if (near === undefined) return false;
  const [written, meant] = [name.toLowerCase(), near.toLowerCase()];
  const isLongerByOne = (long: string, short: string) =>
    [...long].some((letter, at) => !/\d/.test(letter) && long.slice(0, at) + long.slice(at + 1) === short);
  const lettersOf = (text: string) => [...text.replace(/\d/g, '')].sort().join('');
  const isSwapped = written.replace(/\d/g, '') !== meant.replace(/\d/g, '') && lettersOf(written) === lettersOf(meant);
  return written === meant || isLongerByOne(written, meant) || isLongerByOne(meant, written) || isSwapped;
}

/** Shorter names are no beginnings: too much starts with them. */
const beginningMin = 4;

/** Names that are looked for among the same: whoever misses more than that misses something else. */
const lookUpsMax = 1000;

/** `nearestName` among names that are the same for many: each is looked for once, and not more than a thousand. */
export function nearestAmong(known: Iterable<string>): (name: string) => string | undefined {
  const candidates = [...new Set(known)];
  const answers = new Map<string, string | undefined>();
  return (name) => {
    if (!answers.has(name) && answers.size < lookUpsMax) answers.set(name, nearestName(name, candidates));
    return answers.get(name);
  };
}

/** Those of `known` that begin with the name, shortest first. */
export function namesStartingWith(name: string, known: Iterable<string>): readonly string[] {
  const beginning = name.toLowerCase();
  if (beginning.length < beginningMin) return [];
  const matching = [...known].filter((candidate) => candidate.toLowerCase().startsWith(beginning));
  return matching.sort((left, right) => left.length - right.length);
}

/** Optimal string alignment: letters more, less, other or swapped with a neighbour count one each, up to `max`. */
function editDistance(left: string, right: string, max: number): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: right.length + 1 }, (_, index) => index);
  // No row has less than the one before it.
  for (let i = 1; i <= left.length && Math.min(...last) <= max; i++) {
    const row = new Array<number>(right.length + 1).fill(max + 1);
    row[0] = i;
    for (let j = Math.max(1, i - max); j <= Math.min(right.length, i + max); j++) {
      const replace = (last[j - 1] ?? 0) + Number(left[i - 1] !== right[j - 1]);
      let cost = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, replace);
      if (i > 1 && j > 1 && left[i - 1] === right[j - 2] && left[i - 2] === right[j - 1]) {
        cost = Math.min(cost, (beforeLast[j - 2] ?? 0) + 1);
      }
      row[j] = cost;
    }
    [beforeLast, last] = [last, row];
  }
  return last[right.length] ?? 0;
}
