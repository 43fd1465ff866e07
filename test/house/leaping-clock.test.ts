// The clock of tests leaps over waiting, and not over an answer that the kernel has yet to deliver.

import { expect, test } from 'vitest';
import { leapingClock } from '../support/leaping-clock.ts';
import { pause } from '../support/until.ts';

test('an answer that is late on the wall comes before a time-out of half a minute', async () => {
  const clock = leapingClock();
  const ended = new AbortController();
  // Devices tick meanwhile, so that the time-out is reached in small steps.
  const tick = async (): Promise<void> => {
    while (!ended.signal.aborted) await clock.ofDevices.sleep(1000);
  };
  const ticking = tick();
  const first = await Promise.race([
    pause(20).then(() => 'answered'),
    clock.sleep(30_000, ended.signal).then(
      () => 'timed out',
      () => 'given up',
    ),
  ]);
  ended.abort();
  await clock.sleep(2000);
  await ticking;
  expect(first).toBe('answered');
});
