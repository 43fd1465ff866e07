// How much scripts may do before the simulated device stops them. A real device goes on for ever where a script asks
// for it; who loads a file that nobody vouches for wants to hear about it instead.

import { Trap } from './trap.ts';

export class Effort {
  #left = Number.POSITIVE_INFINITY;

  /** Whether what runs under `within` has been stopped. */
  get isSpent(): boolean {
    return this.#left < 0;
  }

  /** One step is about a value or a row that is looked at. Throws a Trap when there are none left, however often. */
  spend(steps: number): void {
    this.#left -= steps;
    if (this.#left < 0) throw new Trap('it asks for more work than the simulated device does', 3);
  }

  /** Runs what must do with so many steps; outside, nothing is counted. */
  within<T>(steps: number, work: () => T): T {
    this.#left = steps;
    try {
      return work();
    } finally {
      this.#left = Number.POSITIVE_INFINITY;
    }
  }
}
