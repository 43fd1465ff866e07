// The clock on the wall, for tests that talk over real sockets.

import { setTimeout as after } from 'node:timers/promises';
import type { Clock } from '../../src/device/device.ts';

export const realClock: Clock = {
  now: () => Date.now(),
  sleep: (ms, signal) => after(ms, undefined, { signal }),
};
