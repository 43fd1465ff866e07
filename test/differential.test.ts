// The static verdict against the simulated device: random configurations, random packets, no disagreement. A few
// configurations from fixed seeds, and a few from a seed of the day, which a failure names. `test/long` runs many.

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { compare } from './support/differential/compare.ts';
import { type Configuration, configurations } from './support/differential/configurations.ts';
import { runPairs } from './support/differential/run-pairs.ts';

const fresh = Number(process.env.DIFFERENTIAL_SEED ?? Date.now() % 2 ** 31);

it.each([1, 2, fresh])('static and simulated placements agree (seed %i)', (seed) => {
  const counts = { agree: 0, unknown: 0, excluded: 0 };
  const check = (configuration: Configuration) => {
    for (const pair of runPairs(configuration)) {
      const result = compare(pair);
      if (result.kind === 'disagree') throw new Error(result.text);
      counts[result.kind]++;
    }
  };
  fc.assert(fc.property(configurations, check), { seed, numRuns: 12, endOnFailure: false });
  const all = counts.agree + counts.unknown + counts.excluded;
  expect(all).toBe(96);
  expect(counts.agree).toBeGreaterThan(all / 2);
});
