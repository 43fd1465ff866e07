// `pnpm bench`: builds the program and the measurements into a temporary folder, runs them, and leaves nothing behind.
// The table goes to stderr, JSON to stdout. `node bench/run.mjs --entry peers` runs bench/peers.ts in their place.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { build } from 'esbuild';
import { bundling, root } from '../scripts/bundling.mjs';

const { values, positionals } = parseArgs({
  options: { entry: { type: 'string', default: 'bench' } },
  allowPositionals: true,
});
const folder = mkdtempSync(join(tmpdir(), 'rosc-bench-'));
try {
  process.exitCode = run([join(root, 'scripts/build.mjs'), '--out', folder]);
  if (process.exitCode === 0) {
    const entryPoints = { bench: `bench/${values.entry}.ts`, switches: 'bench/fleet-switches.ts' };
    // What is compared is node-routeros as it is, with its own charset handling.
    await build({ ...bundling, alias: {}, entryPoints, outdir: folder, outExtension: { '.js': '.mjs' } });
    process.exitCode = run(['--expose-gc', join(folder, 'bench.mjs'), root, ...positionals]);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function run(args) {
  return spawnSync(process.execPath, args, { stdio: 'inherit' }).status ?? 1;
}
