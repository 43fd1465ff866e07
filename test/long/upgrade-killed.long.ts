// Ten devices, and rosc killed at every line that the upgrade of one of them takes: by name alone.

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

test.each([1, 2, 3, 4, 5, 6])('upgrades that are killed again and again: %i', async (seed) => {
  const program = join(folder, 'rosc.js');
  const linesToKillAt = Array.from({ length: 8 }, (_, index) => 1 + ((index * 7 + seed * 3) % 60));
  const report = await killUpgrades({ program, devices: 6, parallel: 3, linesToKillAt });
  expect(report.problems).toEqual([]);
  expect(report.killed).toBeGreaterThan(3);
});
