// A clock that goes as the one on the wall does, but over long waits, which it leaps: a soak of ten minutes is over at
// once, and the time of day is then ten minutes later.

import type { Clock } from '../../src/device/device.ts';
import { realClock } from '../../src/io/real-clock.ts';

const { sleep: wait } = realClock;
/** Waits of devices and connections are shorter. */
const leapMs = 300_000;

export interface LeapingClock extends Clock {
  /** Long waits so far, in ms. */
  readonly leaps: readonly number[];
}

export function leapingClock(startMs: number): LeapingClock {
  const leaps: number[] = [];
  let offset = startMs - realClock.now();
  return {
    leaps,
    now: () => realClock.now() + offset,
    sleep: async (ms, signal) => {
      if (ms < leapMs) return wait(ms, signal);
      signal?.throwIfAborted();
      leaps.push(ms);
      offset += ms;
    },
  };
}
