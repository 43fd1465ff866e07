// `pnpm judge:linux [--runs N] [--seed S] [--show N] [--hand]`: bundles the judge into a temporary
// folder, runs it, and leaves nothing behind. Needs Linux with network namespaces, `ip`, `nft` and python3.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const folder = mkdtempSync(join(tmpdir(), 'rosc-judge-'));
try {
  const outfile = join(folder, 'judge.mjs');
  await build({
    absWorkingDir: root,
    entryPoints: ['test/support/linux/run-judge.ts'],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20.19',
    logLevel: 'warning',
    alias: { 'iconv-lite': './scripts/shims/iconv-lite.mjs' },
    // Where the sources look for files of the checkout.
    define: { 'import.meta.dirname': JSON.stringify(join(root, 'test/support')) },
    banner: {
      js: `import { createRequire as __createRequire } from 'node:module';\nconst require = __createRequire(${JSON.stringify(join(root, 'package.json'))});`,
    },
  });
  process.exitCode = spawnSync(process.execPath, [outfile, ...process.argv.slice(2)], { stdio: 'inherit' }).status ?? 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
