// The static verdicts against the simulated device: random configurations, random packets, no disagreement, neither on
// flows nor on what `analyze` says. A few configurations from a fixed seed, and those that once disagreed; `test/long`
// runs many from a fresh seed, and shows that every rule is needed.

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { compare } from '../support/differential/compare.ts';
import { type Configuration, configurations } from '../support/differential/configurations.ts';
import { found } from '../support/differential/found.ts';
import { foundParted } from '../support/differential/found-parted.ts';
import { judgeAgreement } from '../support/differential/judge-agreement.ts';
import { judgeAnalysis } from '../support/differential/judge-analysis.ts';
import { conversations, networkOf, runPairs } from '../support/differential/run-pairs.ts';
import { examples } from '../support/examples.ts';

const runs = examples(12, 30);

it('static and simulated placements agree', () => {
  const counts = { agree: 0, unknown: 0 };
  const check = (configuration: Configuration) => {
    const network = networkOf(configuration);
    for (const pair of runPairs(configuration, network)) {
      const result = compare(pair);
      if (result.kind === 'disagree') throw new Error(result.text);
      counts[result.kind]++;
    }
    expect(judgeAnalysis(configuration, network).disagreements).toEqual([]);
  };
  fc.assert(fc.property(configurations, check), { numRuns: runs });
  expect(counts.agree + counts.unknown).toBe(runs * conversations.length);
  expect(counts.agree).toBeGreaterThan(counts.unknown * 4);
});

it('audit, trace and matrix say the same', () => {
  const check = (configuration: Configuration) => {
    expect(judgeAgreement(configuration)).toEqual([]);
  };
  fc.assert(fc.property(configurations, check), { numRuns: examples(12, 100) });
});

it.each(Object.entries(foundParted))('they do where they once did not: %s', (_, configuration) => {
  expect(judgeAgreement(configuration)).toEqual([]);
});

it.each(Object.entries(found))('they agree where they once did not: %s', (_, configuration) => {
  const network = networkOf(configuration);
  for (const pair of runPairs(configuration, network)) expect(compare(pair)).not.toMatchObject({ kind: 'disagree' });
  expect(judgeAnalysis(configuration, network).disagreements).toEqual([]);
});
