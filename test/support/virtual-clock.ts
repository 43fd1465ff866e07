// A clock that tests turn.

import type { Clock } from '../../src/device/device.ts';

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
