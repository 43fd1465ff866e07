// Deterministic randomness: one seed gives one run. The generator is mulberry32 (public domain).

export interface Random {
  /** Uniform in [0, 1). */
  next(): number;
  /** True with the given odds; a zero costs no draw, so adding a fault kind does not shift the others. */
  chance(odds: number): boolean;
  /** Uniform integer in [low, high]. */
  between(low: number, high: number): number;
  /** One of the members; undefined when there are none. */
  pick<T>(members: readonly T[]): T | undefined;
  /** All of the members, each order as likely as any other. */
  shuffle<T>(members: readonly T[]): readonly T[];
}

export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const between = (low: number, high: number): number => low + Math.floor(next() * (high - low + 1));
  return {
    next,
    chance: (odds) => odds > 0 && next() < odds,
    between,
    pick: (members) => members[between(0, members.length - 1)],
    shuffle(members) {
      const left = [...members];
      return members.flatMap(() => left.splice(between(0, left.length - 1), 1));
    },
  };
}
