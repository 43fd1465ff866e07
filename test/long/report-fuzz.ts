// 100,000 attempts with a watch beside them. `FUZZ_COUNT` and `FUZZ_FIRST` choose other seeds; a seed that fails is mended.

import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { type Attempt, fuzz, type Stopwatch } from '../support/fuzz.ts';

const chunk = 1000;

const watch: Stopwatch = {
  work: () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000;
  },
  // Ten times what an attempt may work for: it waits for others of this process only.
  never: () => sleep(20_000, undefined, { ref: false }),
};

/** `acceptedMin`: the part of the inputs that has to be good enough to mean something. */
export async function reportFuzz(name: string, attempt: Attempt, acceptedMin: number): Promise<void> {
  const first = Number(process.env.FUZZ_FIRST ?? 1);
  const count = Number(process.env.FUZZ_COUNT ?? 100_000);
  let [accepted, slowestMs] = [0, 0];
  for (let done = 0; done < count; done += chunk) {
    const result = await fuzz(attempt, first + done, Math.min(chunk, count - done), watch);
    expect(result.failures).toEqual([]);
    accepted += result.accepted;
    slowestMs = Math.max(slowestMs, result.slowestMs);
    const tried = done + result.tried;
    process.stderr.write(`${name}: ${tried} tried, ${accepted} accepted, slowest ${Math.round(slowestMs)} ms of CPU\n`);
  }
  expect(accepted).toBeGreaterThan(count * acceptedMin);
}
