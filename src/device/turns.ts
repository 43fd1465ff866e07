// Lets only so many requests be under way at once, and fewer while answers are slow: the CPU of a switch serves its
// ports first. Source: device findings of tik4net, router throughput ceiling (bursts of 120 to 220 requests, then 20 ms
// each, with stalls of 7 s).

import type { Clock } from './device.ts';

/** Enough to fill the round trip, few enough to stop soon after a refusal. */
export const inFlightMax = 16;
const slowMs = 1000;
const quickMs = 200;

export class Turns {
  readonly #clock: Pick<Clock, 'now'>;
  readonly #most: number;
  readonly #waiting: (() => void)[] = [];
  #limit: number;
  #running = 0;

  constructor(clock: Pick<Clock, 'now'>, most = inFlightMax) {
    this.#clock = clock;
    this.#most = most;
    this.#limit = most;
  }

  /** Begins the work at once when there is room, else when its turn comes, in the order of the calls. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running < this.#limit) this.#running++;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    const begin = this.#clock.now();
    try {
      return await work();
    } finally {
      this.#adapt(this.#clock.now() - begin);
      this.#running--;
      while (this.#waiting.length > 0 && this.#running < this.#limit) {
        this.#running++;
        this.#waiting.shift()?.();
      }
    }
  }

  #adapt(tookMs: number): void {
    if (tookMs > slowMs) this.#limit = Math.max(1, this.#limit >> 1);
    else if (tookMs < quickMs) this.#limit = Math.min(this.#most, this.#limit + 1);
  }
}
