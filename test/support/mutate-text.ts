// Texts with characters, words and lines lost, doubled, exchanged or made up. The same seed gives the same texts.

/** Numbers in [0, 1) from a seed (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

export interface Mutation {
  /** Lends lines. */
  readonly other: string;
  /** Put in anywhere. */
  readonly noise: readonly string[];
  readonly random: () => number;
  /** 5 by default. */
  readonly stepsMax?: number;
}

/** One mutation of a text, or several. */
export function mutateText(text: string, mutation: Mutation): string {
  const { random, stepsMax = 5 } = mutation;
  let mutated = text;
  const steps = 1 + Math.floor(random() * stepsMax);
  for (let step = 0; step < steps; step++) mutated = mutateOnce(mutated, mutation);
  return mutated;
}

function mutateOnce(text: string, { other, noise, random }: Mutation): string {
  const place = () => Math.floor(random() * (text.length + 1));
  const at = place();
  const length = Math.floor(random() ** 3 * 60);
  const lines = text.split('\n');
  const line = () => Math.floor(random() * lines.length);
  switch (Math.floor(random() * 8)) {
    case 0:
      return text.slice(0, at) + text.slice(at + length);
    case 1:
      return text.slice(0, at) + (noise[Math.floor(random() * noise.length)] ?? '') + text.slice(at);
    case 2:
      return text.slice(0, at) + text.slice(at, at + length).repeat(3) + text.slice(at + length);
    case 3:
      return text.slice(0, Math.max(40, at));
    case 4:
      return lines.toSpliced(line(), 1).join('\n');
    case 5:
      return lines.toSpliced(line(), 0, lines[line()] ?? '').join('\n');
    case 6: {
      const lent = other.split('\n');
      return lines.toSpliced(line(), 0, ...lent.slice(Math.floor(random() * lent.length)).slice(0, 6)).join('\n');
    }
    default:
      return text.slice(0, at) + String.fromCharCode(32 + Math.floor(random() * 95)) + text.slice(at + 1);
  }
}
