// Tries made-up inputs, one after the other, and keeps what crashed or took too long. The same seed gives the same
// input.

import { randomFrom } from './mutate-text.ts';

/** True when the input was good enough for all that comes after reading it. */
export type Attempt = (random: () => number) => boolean | Promise<boolean>;

/** Where an endless input has to be told from a long run. Without it nothing is timed. */
export interface Stopwatch {
  /** Work so far, in ms of CPU: a busy machine changes nothing. */
  work(): number;
  /** Settles when an attempt that has not ended by now never will. */
  never(): Promise<void>;
}

export interface FuzzResult {
  readonly tried: number;
  readonly accepted: number;
  readonly slowestMs: number;
  readonly failures: readonly { readonly seed: number; readonly reason: string }[];
}

/** What a person takes for a hang. */
export const hangMs = 2000;

/** Seeds `first` to `first + count - 1`; stops after ten failures. */
export async function fuzz(attempt: Attempt, first: number, count: number, watch?: Stopwatch): Promise<FuzzResult> {
  const failures: { seed: number; reason: string }[] = [];
  let [tried, accepted, slowestMs] = [0, 0, 0];
  for (let seed = first; seed < first + count && failures.length < 10; seed++) {
    const start = watch?.work() ?? 0;
    const outcome = await outcomeOf(attempt, seed, watch);
    if (typeof outcome === 'string') failures.push({ seed, reason: outcome });
    else if (outcome) accepted++;
    tried++;
    const took = (watch?.work() ?? 0) - start;
    slowestMs = Math.max(slowestMs, took);
    if (took > hangMs) failures.push({ seed, reason: `took ${Math.round(took)} ms` });
  }
  return { tried, accepted, slowestMs, failures };
}

/** A text says what went wrong. */
async function outcomeOf(attempt: Attempt, seed: number, watch?: Stopwatch): Promise<boolean | string> {
  try {
    const outcome = attempt(randomFrom(seed));
    if (typeof outcome === 'boolean' || !watch) return await outcome;
    return await Promise.race([outcome, watch.never().then(() => 'never ended')]);
  } catch (error) {
    return error instanceof Error ? (error.stack ?? error.message) : String(error);
  }
}
