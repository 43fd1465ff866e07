// All measurements in one run, so that their ratios mean something. `pnpm bench [WORD…]` picks those whose name has a word.

import { cpus, totalmem } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { nodeIo } from '../src/io/node-io.ts';
import { loadAllProfiles } from '../src/pipeline/read/load-profiles.ts';
import { benchApply } from './apply-changes.ts';
import { benchColdCompile } from './cold-compile.ts';
import { benchProcesses } from './cold-start.ts';
import { benchOverhead } from './commit-overhead.ts';
import { benchAcls } from './compile-acl.ts';
import { benchConformance } from './conformance.ts';
import { benchDecoding } from './decode-replies.ts';
import { type Figure, figuresJson, figuresTable } from './figure.ts';
import { benchFleet } from './fleet.ts';
import { benchHostileText } from './hostile-text.ts';
import { benchMatrix } from './offload-matrix.ts';
import { benchPlans } from './plan-items.ts';
import { benchExports } from './read-export.ts';

const [root = '', ...words] = process.argv.slice(2);
/** The program is built beside this file. */
const folder = dirname(fileURLToPath(import.meta.url));
const program = join(folder, 'rosc.js');
const effort = { warmUps: 1, runs: 5 };

const { value: profiles } = await loadAllProfiles(nodeIo(), undefined);
const groups: Readonly<Record<string, () => Promise<Figure[]> | Figure[]>> = {
  start: () => benchProcesses({ program, site: join(root, 'fixtures/sites/rig/site.yaml'), runs: 21, lines: 100_000 }),
  export: () => benchExports(profiles, [25_000, 50_000, 100_000], effort),
  hostile: () => benchHostileText([5000, 10_000, 20_000], effort),
  plan: () => benchPlans(profiles, [25_000, 50_000, 100_000], effort),
  decode: () => benchDecoding(200_000, effort),
  matrix: () => benchMatrix(profiles, { vlans: 64, routes: 2000, rules: 500 }, effort),
  acl: () => benchAcls(profiles, 2000, effort),
  'acl-cold': () => benchColdCompile({ program, rules: 2000, runs: 5 }),
  commit: () => benchOverhead({ profiles, program, latencyMs: 20, runs: 5 }),
  conformance: () =>
    benchConformance({ scripts: process.env.ROSC_PARSED_SCRIPTS, trees: process.env.ROSC_COMMAND_TREES }),
  fleet: () => benchFleet({ program, switches: join(folder, 'switches.mjs'), devices: 200, latencyMs: 20 }),
  apply: () => benchApply({ profiles, program, folder, rules: 1000, latencyMs: 20, runs: 3 }),
};

const figures: Figure[] = [];
for (const [name, run] of Object.entries(groups)) {
  if (words.length > 0 && !words.some((word) => name.includes(word))) continue;
  process.stderr.write(`${name} …\n`);
  try {
    figures.push(...(await run()));
  } catch (error) {
    // The other figures are no less true.
    process.stderr.write(`${name} failed: ${error instanceof Error ? error.stack : String(error)}\n`);
    process.exitCode = 1;
  }
}
const machine = {
  node: process.version,
  processor: cpus()[0]?.model ?? '',
  processors: cpus().length,
  memory: totalmem(),
};
process.stderr.write(`\n${figuresTable(figures)}\n`);
process.stdout.write(`${JSON.stringify(figuresJson(figures, machine), undefined, 2)}\n`);
