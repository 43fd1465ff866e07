// Strings made once: an export repeats a few hundred names and values a million times, and the config keeps them all.

const slots = 8192;
const known: string[] = Array<string>(slots).fill('');

/** `text.slice(from, end)`; `hash` is any hash of these characters. Strings that share a slot take turns. */
export function interned(text: string, from: number, end: number, hash: number): string {
  const slot = hash & (slots - 1);
  const candidate = known[slot] ?? '';
  if (candidate.length === end - from && text.startsWith(candidate, from)) return candidate;
  const made = text.slice(from, end);
  known[slot] = made;
  return made;
}
