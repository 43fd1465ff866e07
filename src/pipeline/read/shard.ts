// `--shard I/N`: a part of a site's devices, so that several runners can share a fleet without talking to each other.

export interface Shard {
  /** From 1 to `count`. */
  readonly index: number;
  readonly count: number;
}

/** Undefined for what is no such part. */
export function parseShard(text: string): Shard | undefined {
  const match = /^(\d{1,5})\/(\d{1,5})$/.exec(text);
  const index = Number(match?.[1]);
  const count = Number(match?.[2]);
  return index >= 1 && index <= count ? { index, count } : undefined;
}

/** By the place of each among all the sorted names: every runner comes to the same parts. */
export function inShard(names: readonly string[], { index, count }: Shard): ReadonlySet<string> {
  return new Set([...names].sort().filter((_, place) => place % count === index - 1));
}
