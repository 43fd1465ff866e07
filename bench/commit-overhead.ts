// What a confirmed commit costs beyond its changes: one change as a commit, against the same change by itself.

import type { Profiles } from '../src/profile/profiles.ts';
import { commitAll } from './apply-changes.ts';
import type { Figure } from './figure.ts';
import { median } from './measure.ts';
import { startSwitch } from './simulated-switch.ts';

export interface OverheadInput {
  readonly profiles: Profiles;
  /** The built rosc.js. */
  readonly program: string;
  /** Round trip, in ms. */
  readonly latencyMs: number;
  readonly runs: number;
}

export async function benchOverhead({ profiles, program, latencyMs, runs }: OverheadInput): Promise<Figure[]> {
  const simulated = await startSwitch(program, '7.20.8', latencyMs);
  try {
    // The site itself, as large as the rig.
    const { provingMs, changes: first } = await commitAll({ profiles, rules: 0 }, simulated);
    const times: number[] = [];
    for (let rules = 1; rules <= runs; rules++) {
      const { ms, changes } = await commitAll({ profiles, rules }, simulated);
      if (changes !== 1) throw new Error(`one more rule is ${changes} changes`);
      times.push(ms - latencyMs);
    }
    return [
      {
        what: 'proving the undo of a site',
        value: provingMs / 1000,
        unit: 's',
        reach: { atMost: 1 },
        detail: `${first} changes at ${latencyMs} ms round trip; with the second reading of the device`,
      },
      {
        what: 'what a confirmed commit adds to its changes',
        value: median(times) / 1000,
        unit: 's',
        reach: { atMost: 2 },
        detail: `one change at ${latencyMs} ms round trip: reading, arming, reading back, post-check, confirming; ${Math.round(Math.min(...times))} to ${Math.round(Math.max(...times))} ms`,
      },
    ];
  } finally {
    simulated.stop();
  }
}
