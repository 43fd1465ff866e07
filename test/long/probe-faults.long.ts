// 300 probes under faults and kills: `ROSC_RUNS` and `ROSC_SEED` say otherwise.

import { expect, test } from 'vitest';
import { calmSayings, ordealOf } from '../support/probe-faults.ts';

test('a device is as before, and no conclusion is wrong', async () => {
  const { ROSC_RUNS = '300', ROSC_SEED = '1' } = process.env;
  const calm = await calmSayings({ isWhole: true });
  const bad = [];
  let struck = 0;
  for (let index = 0; index < Number(ROSC_RUNS); index++) {
    const seed = Number(ROSC_SEED) + index;
    const ordeal = await ordealOf(seed, calm);
    struck += Number(ordeal.struck > 0);
    if (ordeal.problems.length > 0) bad.push({ seed, ...ordeal });
  }
  expect(bad).toEqual([]);
  expect(struck).toBeGreaterThan(Number(ROSC_RUNS) / 2);
});
