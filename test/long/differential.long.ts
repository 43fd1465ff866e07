// The differential test at length: DIFFERENTIAL_PAIRS pairs (100,000) from DIFFERENTIAL_SEED, how often each cause was
// given, and for each cause whether pairs disagree once it is never found.

import fc from 'fast-check';
import { expect, it, vi } from 'vitest';
import { compare } from '../support/differential/compare.ts';
import { configurations } from '../support/differential/configurations.ts';
import { conversations, decide, networkOf, type Pair, runPairs } from '../support/differential/run-pairs.ts';

const disabled = vi.hoisted(() => ({ code: '' }));
vi.mock('../../src/forwarding/causes.ts', async (original) => {
  const real = await original<typeof import('../../src/forwarding/causes.ts')>();
  const objection: typeof real.objection = (placement, code, ...rest) =>
    real.objection(code === disabled.code ? mutedPlacement : placement, code, ...rest);
  return { ...real, objection };
});
/** Weighs nothing: as if the cause had not been found. */
const mutedPlacement = 'hardware' as 'fasttrack';

const seed = Number(process.env.DIFFERENTIAL_SEED ?? Date.now() % 2 ** 31);
const pairs = Number(process.env.DIFFERENTIAL_PAIRS ?? 100_000);

it(`${pairs} pairs, seed ${seed}`, () => {
  const counts = new Map<string, number>();
  const fired = new Map<string, { count: number; readonly kept: Pair[] }>();
  const add = (name: string) => counts.set(name, (counts.get(name) ?? 0) + 1);
  const check = (pair: Pair) => {
    const result = compare(pair);
    if (result.kind === 'disagree') throw new Error(result.text);
    add(result.kind === 'excluded' ? `excluded: ${result.reason}` : result.kind);
    for (const code of new Set(pair.verdict.because.map((cause) => cause.code))) {
      const entry = fired.get(code) ?? { count: 0, kept: [] };
      fired.set(code, entry);
      entry.count++;
      if (result.kind === 'agree' && entry.kept.length < 40) entry.kept.push(pair);
    }
  };
  const numRuns = Math.ceil(pairs / conversations.length);
  try {
    fc.assert(
      fc.property(configurations, (configuration) => runPairs(configuration).forEach(check)),
      { seed, numRuns },
    );
  } finally {
    console.table(Object.fromEntries(counts));
  }
  const table = [...fired].sort().map(([code, { count, kept }]) => ({ code, count, ...mutate(code, kept) }));
  console.table(table);
  expect(counts.get('unknown') ?? 0).toBeLessThanOrEqual(pairs / 20);
});

/** How many of the pairs that a cause spoke in disagree, or cannot be decided at all, without it. */
function mutate(code: string, kept: readonly Pair[]) {
  const found = { tried: kept.length, disagree: 0, crashed: 0 };
  disabled.code = code;
  for (const pair of kept) {
    try {
      const { configuration, conversation } = pair;
      const verdict = decide(networkOf(configuration), configuration, conversation);
      if (compare({ ...pair, verdict }).kind === 'disagree') found.disagree++;
    } catch {
      found.crashed++;
    }
  }
  disabled.code = '';
  return found;
}
