// The differential test at length: DIFFERENTIAL_PAIRS pairs (100,000) from DIFFERENTIAL_SEED, what `analyze` says of
// their configurations, and whether trace and matrix say the same; how often each cause was given, and for each cause
// whether pairs disagree once it is never found.

import { randomInt } from 'node:crypto';
import fc from 'fast-check';
import { expect, it, vi } from 'vitest';
import { compare } from '../support/differential/compare.ts';
import { configurations } from '../support/differential/configurations.ts';
import { forwardingCodes } from '../support/differential/forwarding-codes.ts';
import { judgeAgreement } from '../support/differential/judge-agreement.ts';
import { judgeAnalysis } from '../support/differential/judge-analysis.ts';
import { explanations, outside } from '../support/differential/rules.ts';
import { conversations, decide, networkOf, type Pair, runPairs } from '../support/differential/run-pairs.ts';

const disabled = vi.hoisted(() => ({ code: '' }));

// A cause that is never found weighs nothing, and what it alone decided goes the best way.
vi.mock('../../src/forwarding/packets/causes.ts', async (original) => {
  const real = await original<typeof import('../../src/forwarding/packets/causes.ts')>();
  const makeReason: typeof real.makeReason = (placement, code, ...rest) =>
    real.makeReason(code === disabled.code ? mutedPlacement : placement, code, ...rest);
  return { ...real, makeReason };
});
vi.mock('../../src/forwarding/firewall/outcome.ts', async (original) => {
  const real = await original<typeof import('../../src/forwarding/firewall/outcome.ts')>();
  const endTrace: typeof real.endTrace = (trace, { cpuPath, ...end }, reasons) => {
    const at = reasons.findIndex(({ cause }) => cause.code === disabled.code);
    if (at < 0) return real.endTrace(trace, { ...end, ...(cpuPath && { cpuPath }) }, reasons);
    const others = reasons.filter((_, index) => index !== at);
    // The first reason brought it to where it ended; a later one took the faster path from it.
    if (at === 0 || end.placement !== 'cpu') return real.endTrace(trace, { ...end, placement: 'hardware' }, others);
    if (cpuPath === 'slow') return real.endTrace(trace, { ...end, cpuPath: 'fastpath' }, others);
    return real.endTrace(trace, { ...end, placement: 'fasttrack' }, others);
  };
  const asOpen: typeof real.asOpen = (outcome, why, ...rest) =>
    why.some(({ code }) => code === disabled.code) ? outcome : real.asOpen(outcome, why, ...rest);
  return { ...real, endTrace, asOpen };
});
const mutedPlacement = 'hardware' as 'fasttrack';

const seed = Number(process.env.DIFFERENTIAL_SEED ?? randomInt(2 ** 31));
const pairs = Number(process.env.DIFFERENTIAL_PAIRS ?? 100_000);
const firingsMin = Math.floor((200 * pairs) / 100_000);
const keptMax = 120;

it(`${pairs} pairs, seed ${seed}`, () => {
  const counts = { agree: 0, unknown: 0, claims: 0 };
  const fired = new Map<string, { count: number; readonly kept: Pair[] }>();
  const parted: string[] = [];
  const check = (pair: Pair) => {
    const result = compare(pair);
    if (result.kind === 'disagree') throw new Error(result.text);
    counts[result.kind]++;
    for (const code of new Set(pair.verdict.because.map((cause) => cause.code))) {
      const entry = fired.get(code) ?? { count: 0, kept: [] };
      fired.set(code, entry);
      entry.count++;
      if (entry.kept.length < keptMax) entry.kept.push(pair);
    }
  };
  const numRuns = Math.ceil(pairs / conversations.length);
  try {
    fc.assert(
      fc.property(configurations, (configuration) => {
        const network = networkOf(configuration);
        runPairs(configuration, network).forEach(check);
        const { checked, disagreements } = judgeAnalysis(configuration, network);
        counts.claims += checked;
        if (disagreements.length > 0) throw new Error(disagreements[0]);
        parted.push(...judgeAgreement(configuration, network));
      }),
      { seed, numRuns },
    );
  } finally {
    console.log(
      `${counts.agree} pairs agree, ${counts.unknown} are unknown; ${counts.claims} findings and verdicts hold`,
    );
  }
  const rules = forwardingCodes().filter((code) => !explanations.has(code) && !(code in outside));
  const table = rules.map((code) => {
    const { count, kept } = fired.get(code) ?? { count: 0, kept: [] };
    return { code, count, ...mutate(code, kept) };
  });
  console.table(table);
  expect(counts.unknown / (counts.agree + counts.unknown)).toBeLessThanOrEqual(0.03);
  expect.soft(parted).toEqual([]);
  expect
    .soft(table.filter(({ count }) => count < firingsMin).map(({ code, count }) => `${code}: ${count}`))
    .toEqual([]);
  expect.soft(table.filter(({ disagree, crashed }) => disagree + crashed === 0).map(({ code }) => code)).toEqual([]);
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
