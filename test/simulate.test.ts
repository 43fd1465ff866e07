// The commit under faults: whatever is lost, cut, refused or rebooted, a device ends in its old configuration or in
// the new, checked one, and says so. Each run is one seed; a failing one is repeated with ROSC_SEED=<seed>.

import { describe, expect, test } from 'vitest';
import { violations } from './support/simulation/checkers.ts';
import { type Run, runScenario } from './support/simulation/run.ts';
import { scenarioOf } from './support/simulation/scenario.ts';

/** `pnpm sim:long` sets it. */
const runs = Number(process.env.ROSC_SIM_RUNS ?? 60);
const fresh = Number(process.env.ROSC_SEED ?? Date.now() % 2 ** 31);
const freshRuns = process.env.ROSC_SEED === undefined ? 5 : 1;

/** Runs by what they were about and the step at which they ended. */
const coverage = new Map<string, Map<string, number>>();

async function check(seed: number): Promise<Run> {
  const run = await runScenario(scenarioOf(seed));
  expect(violations(run), `seed ${seed}`).toEqual([]);
  const steps = coverage.get(run.scenario.theme) ?? new Map<string, number>();
  coverage.set(run.scenario.theme, steps);
  const end = `${run.lastStep ?? 'nothing'} → ${run.result?.state ?? 'died'}`;
  steps.set(end, (steps.get(end) ?? 0) + 1);
  return run;
}

describe('never left half-way', () => {
  test(`${runs} seeds`, { timeout: 3_600_000 }, async () => {
    for (let seed = 1; seed <= runs; seed++) await check(seed);
  });

  test(`fresh seeds from ${fresh} on`, async () => {
    for (let seed = fresh; seed < fresh + freshRuns; seed++) await check(seed);
  });

  test('every fault and every step of a commit was among them', () => {
    const themes = [...coverage.keys()];
    const ends = [...coverage.values()].flatMap((steps) => [...steps.keys()]);
    expect(themes.length).toBe(15);
    for (const step of ['preparing', 'arming', 'changing', 'checking', 'confirming']) {
      expect(ends.some((end) => end.startsWith(step))).toBe(true);
    }
    for (const state of ['prepared', 'undone', 'confirmed', 'died']) {
      expect(ends.some((end) => end.endsWith(state))).toBe(true);
    }
    if (process.env.ROSC_SIM_RUNS !== undefined) console.info(table());
  });
});

/** Fault × end, as text. */
function table(): string {
  const ends = [...new Set([...coverage.values()].flatMap((steps) => [...steps.keys()]))].sort();
  const width = Math.max(...[...coverage.keys()].map((theme) => theme.length));
  const rows = [...coverage].sort().map(([theme, steps]) => {
    const cells = ends.map((end) => String(steps.get(end) ?? '·').padStart(6));
    return `${theme.padEnd(width)} ${cells.join('')}`;
  });
  const head = ends.map((end, index) => `${index + 1} = ${end}`).join('\n');
  const numbers = ends.map((_, index) => String(index + 1).padStart(6)).join('');
  return [head, `${' '.repeat(width)} ${numbers}`, ...rows].join('\n');
}
