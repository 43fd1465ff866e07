import { build } from 'esbuild';

await build({
  absWorkingDir: '/work/main',
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node20.19',
  outfile: '/tmp/webdev/rosc.mjs',
  alias: { 'iconv-lite': './scripts/shims/iconv-lite.mjs' },
  logLevel: 'error',
  sourcemap: 'inline',
  banner: { js: "import { createRequire as __c } from 'node:module';\nconst require = __c(import.meta.url);" },
  entryPoints: ['src/cli.ts'],
});
