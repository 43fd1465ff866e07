// How often one address may ask: a bucket of tokens that refills steadily.

import type { Clock } from '../device/device.ts';

export interface RateLimitOptions {
  readonly clock: Clock;
  /** Requests at once. */
  readonly burst: number;
  readonly perSecond: number;
}

interface Bucket {
  tokens: number;
  atMs: number;
}

/** Addresses that are remembered; with more, the ones that asked least recently are forgotten. */
const addressesMax = 1000;

export class RateLimit {
  readonly #options: RateLimitOptions;
  readonly #buckets = new Map<string, Bucket>();

  constructor(options: RateLimitOptions) {
    this.#options = options;
  }

  /** Whether the address may ask now; if so, it has. */
  admits(address: string): boolean {
    const { clock, burst, perSecond } = this.#options;
    const now = clock.now();
    const known = this.#buckets.get(address) ?? { tokens: burst, atMs: now };
    const tokens = Math.min(burst, known.tokens + (Math.max(0, now - known.atMs) / 1000) * perSecond);
    this.#buckets.delete(address);
    this.#buckets.set(address, { tokens: tokens < 1 ? tokens : tokens - 1, atMs: now });
    const [oldest] = this.#buckets.keys();
    if (this.#buckets.size > addressesMax && oldest !== undefined) this.#buckets.delete(oldest);
    return tokens >= 1;
  }
}
