// A clock that stands still until a test turns it: a time-out strikes when the test says so, and never because the
// machine is busy.

import type { Clock } from '../../src/device/device.ts';

export interface TurnedClock extends Clock {
  /** Ends every sleep whose time comes within `ms`. */
  advance(ms: number): void;
}

export function turnedClock(): TurnedClock {
  let now = Date.UTC(2026, 3, 21, 20, 0, 0);
  const sleepers = new Map<() => void, number>();
  return {
    now: () => now,
    sleep: (ms, signal) =>
      new Promise((resolve, reject) => {
        if (signal?.aborted) return reject(signal.reason);
        const stop = () => {
          sleepers.delete(wake);
          reject(signal?.reason);
        };
        const wake = () => {
          sleepers.delete(wake);
          signal?.removeEventListener('abort', stop);
          resolve();
        };
        sleepers.set(wake, now + ms);
        signal?.addEventListener('abort', stop, { once: true });
      }),
    advance: (ms) => {
      now += ms;
      for (const [wake, due] of [...sleepers]) if (due <= now) wake();
    },
  };
}
