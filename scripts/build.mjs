// Builds dist/: the program as one file, the profiles as one JSON file, the schema of site files and the manual page.
// `--out DIRECTORY` builds elsewhere. The same sources give the same bytes.

import { execFileSync } from 'node:child_process';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { build } from 'esbuild';
import { build as buildPage } from 'vite';
import { bundledPackages, licenceNotices } from './bundled-packages.mjs';

const { values } = parseArgs({ options: { out: { type: 'string' } } });
const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const dist = values.out === undefined ? join(root, 'dist') : resolve(values.out);

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

/** The page's server is a file of its own: its packages are half of the program, and every start would read them. */
const serverApart = {
  name: 'server-apart',
  setup({ onResolve }) {
    onResolve({ filter: /^\.\/ui\.ts$/ }, ({ kind }) =>
      kind === 'dynamic-import' ? { path: './ui.js', external: true } : undefined,
    );
  },
};

await mkdir(dist, { recursive: true });
const program = {
  ...options,
  metafile: true,
  define: { ROSC_VERSION: JSON.stringify(await packageVersion()), ROSC_COMMIT: JSON.stringify(commit()) },
  minifySyntax: true,
  minifyWhitespace: true,
};
const { metafile } = await build({
  ...program,
  entryPoints: ['src/cli.ts'],
  outfile: join(dist, 'rosc.js'),
  plugins: [serverApart],
  banner: { js: `#!/usr/bin/env node\n${options.banner.js}` },
});
const server = await build({ ...program, entryPoints: ['src/commands/ui.ts'], outfile: join(dist, 'ui.js') });
await buildPage({
  root: join(root, 'web'),
  configFile: join(root, 'web', 'vite.config.mjs'),
  logLevel: 'warn',
  build: { outDir: join(dist, 'web'), emptyOutDir: true },
});
const packages = await bundledPackages([...Object.keys(metafile.inputs), ...Object.keys(server.metafile.inputs)], root);
const documents = { ...(await generated()), 'licences.txt': licenceNotices(packages) };
for (const [name, text] of Object.entries(documents)) await writeFile(join(dist, name), text);

/** The files of the package that the sources describe, by name. */
async function generated() {
  const outfile = join(dist, `.generated-${process.pid}.mjs`);
  await build({
    ...options,
    entryPoints: ['scripts/generated-files.ts'],
    outfile,
  });
  try {
    const { generatedFiles } = await import(pathToFileURL(outfile).href);
    return generatedFiles(await profileFiles());
  } finally {
    await rm(outfile, { force: true });
  }
}

async function packageVersion() {
  return JSON.parse(await readFile(join(root, 'package.json'), 'utf8')).version;
}

/** From ROSC_COMMIT where there is no checkout (a container build); empty when nobody knows. */
function commit() {
  if (process.env.ROSC_COMMIT !== undefined) return process.env.ROSC_COMMIT;
  try {
    const args = ['describe', '--always', '--dirty', '--abbrev=12', '--exclude=*'];
    return execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  } catch {
    return '';
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
