// `pnpm judge:linux [--runs N] [--seed S [--from N]] [--show N] [--hand]`: bundles the judge into a temporary folder,
// runs it, and leaves nothing behind; `--from` skips the first N of a seed. Needs Linux with network namespaces, `ip`,
// `nft` and python3. `--counts FILE` adds what constructs were hit to those of earlier runs.
// `--export FILE` takes a configuration in place of random ones; `--mutants [--part I/N | --only FILE/FUNCTION,…]` changes
// each function of the engine in turn, or these; `--bridges` asks the kernel's bridge, or User-Mode Linux's where that does not filter VLANs.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { bundling, root } from './bundling.mjs';
import { mutableBanner, mutableFunctions } from './mutable-functions.mjs';

const changes = process.argv.includes('--mutants');
const what = changes ? 'mutants' : process.argv.includes('--bridges') ? 'bridges' : 'judge';
const folder = mkdtempSync(join(tmpdir(), 'rosc-judge-'));
try {
  const outfile = join(folder, 'judge.mjs');
  await build({
    ...bundling,
    entryPoints: [`test/support/linux/run-${what}.ts`],
    ...(changes && { plugins: [mutableFunctions], banner: { js: `${bundling.banner.js}\n${mutableBanner}` } }),
    outfile,
    // Where the sources look for files of the checkout.
    define: { 'import.meta.dirname': JSON.stringify(join(root, 'test/support')) },
  });
  process.exitCode = spawnSync(process.execPath, [outfile, ...process.argv.slice(2)], { stdio: 'inherit' }).status ?? 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
