// How sources are bundled for Node.js: the program, what generates its files, the measurements and the judge.

import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = join(dirname(fileURLToPath(import.meta.url)), '..');

/** Options of esbuild. */
export const bundling = {
  absWorkingDir: root,
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node20.19',
  logLevel: 'warning',
  alias: { 'iconv-lite': './scripts/shims/iconv-lite.mjs' },
  // CommonJS packages inside the bundle call require for node's own modules.
  banner: {
    js: "import { createRequire as __createRequire } from 'node:module';\nconst require = __createRequire(import.meta.url);",
  },
};
