// Finds the known name that a misspelt one was probably meant to be.

/** Longer names, and names among more, are not looked for: the time grows with all three. */
const [lengthMax, knownMax] = [200, 2000];

/**
 * The nearest of `known` within a third of the name's length, or undefined: at least 2 edits, of up to 3 letters one.
 * One slip is likelier than a name that breaks off, and that is likelier than more slips.
 */
export function nearestName(name: string, known: Iterable<string>): string | undefined {
  if (name.length > lengthMax) return undefined;
  const limit = name.length <= 3 ? 1 : Math.max(2, Math.floor(name.length / 3));
  const candidates = [...known];
  if (candidates.length > knownMax) return undefined;
  const lower = name.toLowerCase();
  let best: { name: string; distance: number } | undefined;
  for (const candidate of candidates) {
    if (Math.abs(candidate.length - name.length) > limit) continue;
    const distance = editDistance(lower, candidate.toLowerCase());
    if (distance <= limit && (!best || distance < best.distance)) best = { name: candidate, distance };
  }
  if (best && best.distance <= 1) return best.name;
  const [continued] = namesStartingWith(name, candidates);
  return continued ?? best?.name;
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

/** Optimal string alignment: insertions, deletions, replacements and swaps of neighbours count one each. */
function editDistance(left: string, right: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (let i = 1; i <= left.length; i++) {
    const row = [i];
    for (let j = 1; j <= right.length; j++) {
      const replace = (last[j - 1] ?? 0) + (left[i - 1] === right[j - 1] ? 0 : 1);
      let cost = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, replace);
      if (i > 1 && j > 1 && left[i - 1] === right[j - 2] && left[i - 2] === right[j - 1]) {
        cost = Math.min(cost, (beforeLast[j - 2] ?? 0) + 1);
      }
      row.push(cost);
    }
    beforeLast = last;
    last = row;
  }
  return last[right.length] ?? 0;
}
