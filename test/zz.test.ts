import { test } from 'vitest';
import { scenarioOf } from './support/simulation/scenario.ts';
import { runScenario } from './support/simulation/run.ts';
import { violations } from './support/simulation/checkers.ts';
test('x', async () => {
  const from = Number(process.env.FROM ?? 1), n = Number(process.env.N ?? 30);
  const tally = new Map<string, number>();
  const t = performance.now();
  for (let seed = from; seed < from + n; seed++) {
    const scenario = scenarioOf(seed);
    try {
      const run = await runScenario(scenario);
      const v = violations(run);
      const k = `${scenario.theme} ${run.lastStep} ${run.result?.state}`;
      tally.set(k, (tally.get(k) ?? 0) + 1);
      if (process.env.LOG) console.log(run.simulator.print('/log').map((r) => r.message).join('\n'));
      if (v.length || process.env.SHOW) console.log(seed, k, run.plan.changes.length, v, run.result?.diagnostics.map((d) => d.code + ': ' + d.what).join('\n   '));
    } catch (e) { console.log(seed, scenario.theme, 'THROW', (e as Error).message?.slice(0, 400), (e as Error).stack?.split('\n').slice(1, 4).join('\n')); }
  }
  console.log([...tally].sort().map(([k, v]) => `${v} ${k}`).join('\n'), ((performance.now() - t) / n).toFixed(0), 'ms each');
}, 3_600_000);
