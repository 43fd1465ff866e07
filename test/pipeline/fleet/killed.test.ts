// rosc is killed in the middle of a rollout, and started again: nothing is mixed, and nothing is left over. Most of the
// time goes by in waiting for devices, so that the tests wait side by side.

import { join } from 'node:path';
import { afterAll, beforeAll, test } from 'vitest';
import { buildInto, removeFolder, temporaryFolder } from '../../support/built-program.ts';
import { killFleetRuns } from '../../support/fleet-kills.ts';
import { killUpgrades } from '../../support/upgrade-kills.ts';

let folder = '';
beforeAll(async () => {
  folder = temporaryFolder();
  await buildInto(folder);
});
afterAll(() => removeFolder(folder));

test.concurrent('four devices, killed at four places', async ({ expect }) => {
  const report = await killFleetRuns({
    program: join(folder, 'rosc.js'),
    devices: 4,
    kills: 4,
    seed: 20_261_122,
    parallel: 3,
  });
  expect(report.problems).toEqual([]);
  expect(report.killed).toBe(4);
});

test.concurrent('three devices, whose upgrade is killed as it begins, and around their restarts', async ({
  expect,
}) => {
  const program = join(folder, 'rosc.js');
  const report = await killUpgrades({ program, devices: 3, parallel: 3, linesToKillAt: [4, 34, 12] });
  expect(report).toEqual({ killed: 3, problems: [] });
});
