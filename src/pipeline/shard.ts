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

/** By the device's place among all names of the site: every runner comes to the same parts. */
export function isInShard(name: string, all: readonly string[], { index, count }: Shard): boolean {
  return [...all].sort().indexOf(name) % count === index - 1;
}
