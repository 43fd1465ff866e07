// `pnpm judge:linux [--runs N] [--seed S] [--show N] [--hand]`: bundles the judge into a temporary
// folder, runs it, and leaves nothing behind. Needs Linux with network namespaces, `ip`, `nft` and python3.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { bundling, root } from './bundling.mjs';

const folder = mkdtempSync(join(tmpdir(), 'rosc-judge-'));
try {
  const outfile = join(folder, 'judge.mjs');
  await build({
    ...bundling,
    entryPoints: ['test/support/linux/run-judge.ts'],
    outfile,
    // Where the sources look for files of the checkout.
    define: { 'import.meta.dirname': JSON.stringify(join(root, 'test/support')) },
  });
  process.exitCode = spawnSync(process.execPath, [outfile, ...process.argv.slice(2)], { stdio: 'inherit' }).status ?? 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
