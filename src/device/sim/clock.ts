// Two clocks for the simulator's door: the machine's own, and one that tests turn.

import type { Clock } from '../device.ts';

export const realClock: Clock = {
  now: () => Date.now(),
  sleep: (ms, signal) =>
    new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason);
      const timer = setTimeout(finish, ms);
      function finish(): void {
        signal?.removeEventListener('abort', abort);
        resolve();
      }
      function abort(): void {
        clearTimeout(timer);
        reject(signal?.reason);
      }
      signal?.addEventListener('abort', abort, { once: true });
    }),
};

export interface VirtualClock extends Clock {
  /** Moves time forward without anybody sleeping. */
  advance(ms: number): void;
}

/**
 * A clock for one actor: every sleep ends at once and moves time forward by its length. Two sleepers at the same time
 * would add up, so only single-threaded tests can use it.
 */
export function createVirtualClock(startMs = Date.UTC(2026, 3, 21, 20, 0, 0)): VirtualClock {
  let now = startMs;
  return {
    now: () => now,
    sleep: async (ms, signal) => {
      signal?.throwIfAborted();
      now += Math.max(0, ms);
    },
    advance: (ms) => {
      now += ms;
    },
  };
}
