// Six devices, and rosc killed while it upgrades them: by name alone. `ROSC_SEED` picks one of the six runs.

import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildInto, removeFolder, temporaryFolder } from '../support/built-program.ts';
import { killUpgrades } from '../support/upgrade-kills.ts';

let folder = '';
beforeAll(async () => {
  folder = temporaryFolder();
  await buildInto(folder);
});
afterAll(() => removeFolder(folder));

const seeds = process.env.ROSC_SEED === undefined ? [1, 2, 3, 4, 5, 6] : [Number(process.env.ROSC_SEED)];

test.each(seeds)('upgrades that are killed again and again: %i', async (seed) => {
  const program = join(folder, 'rosc.js');
  const linesToKillAt = Array.from({ length: 8 }, (_, index) => 1 + ((index * 7 + seed * 3) % 60));
  const report = await killUpgrades({ program, devices: 6, parallel: 3, linesToKillAt });
  expect(report.problems).toEqual([]);
  expect(report.killed).toBeGreaterThan(3);
});
