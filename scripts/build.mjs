// Builds dist/: the program as one file, and the profiles as one JSON file.

import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const dist = join(root, 'dist');

const options = {
  absWorkingDir: root,
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node20.19',
  legalComments: 'none',
  logLevel: 'warning',
  alias: { 'iconv-lite': './scripts/shims/iconv-lite.mjs' },
  // CommonJS packages inside the bundle call require for node's own modules.
  banner: {
    js: "import { createRequire as __createRequire } from 'node:module';\nconst require = __createRequire(import.meta.url);",
  },
};

await mkdir(dist, { recursive: true });
await build({
  ...options,
  entryPoints: ['src/cli.ts'],
  outfile: 'dist/rosc.js',
  minifySyntax: true,
  minifyWhitespace: true,
  banner: { js: `#!/usr/bin/env node\n${options.banner.js}` },
});
await writeFile(join(dist, 'profiles.json'), await compileProfiles());

async function compileProfiles() {
  const outfile = join(dist, `.profiles-${process.pid}.mjs`);
  await build({
    ...options,
    stdin: {
      contents: `export { loadProfiles } from './src/profile/load.ts';\nexport { compileProfiles } from './src/profile/compile.ts';\nexport { renderDiagnostics } from './src/diagnostics/render-text.ts';`,
      resolveDir: root,
      loader: 'ts',
    },
    outfile,
  });
  try {
    const profile = await import(pathToFileURL(outfile).href);
    const { value, diagnostics } = profile.loadProfiles(await profileFiles());
    if (diagnostics.length > 0) throw new Error(`profiles/ has errors\n${profile.renderDiagnostics(diagnostics)}`);
    return profile.compileProfiles(value);
  } finally {
    await rm(outfile, { force: true });
  }
}

async function profileFiles() {
  const paths = ['profiles/sources.yaml'];
  for (const folder of ['profiles/chips', 'profiles/models']) {
    for (const name of (await readdir(join(root, folder))).sort())
      if (name.endsWith('.yaml')) paths.push(`${folder}/${name}`);
  }
  return Promise.all(paths.map(async (path) => ({ path, text: await readFile(join(root, path), 'utf8') })));
}
