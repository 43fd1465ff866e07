// 50 devices, and rosc killed 200 times: by name alone. `ROSC_KILLS` and `ROSC_SEED` say otherwise.

import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildInto, removeFolder, temporaryFolder } from '../support/built-program.ts';
import { killFleetRuns } from '../support/fleet-kills.ts';

let folder = '';
beforeAll(async () => {
  folder = temporaryFolder();
  await buildInto(folder);
});
afterAll(() => removeFolder(folder));

test('a fleet of 50 whose rollouts are killed again and again', async () => {
  const { ROSC_KILLS = '200', ROSC_SEED = '1' } = process.env;
  const options = { devices: 50, kills: Number(ROSC_KILLS), seed: Number(ROSC_SEED), parallel: 8 };
  const report = await killFleetRuns({ program: join(folder, 'rosc.js'), ...options });
  expect(report.problems).toEqual([]);
  expect(report.killed).toBe(options.kills);
  // Otherwise it was never killed where it matters.
  expect(report.undone).toBeGreaterThan(options.kills / 20);
});
