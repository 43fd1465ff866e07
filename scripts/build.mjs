// Builds dist/: the program, the page, the profiles as one JSON file, the schema of site files and the manual page.
// `--out DIRECTORY` builds elsewhere. The same sources give the same bytes.

import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { build } from 'esbuild';
import { build as buildPage } from 'vite';
import { bundledPackages, licenceNotices } from './bundled-packages.mjs';
import { bundling, root } from './bundling.mjs';
import { billOfMaterials } from './sbom.mjs';

const { values } = parseArgs({ options: { out: { type: 'string' } } });
const dist = values.out === undefined ? join(root, 'dist') : resolve(values.out);

const options = { ...bundling, legalComments: 'none' };

/** The page is the one command that `cli.ts` itself imports, because it is a face beside the commands. */
const page = 'web/ui';

/**
 * Commands are read when they run, from files of their own. `check` runs at every save, and the page's server brings
 * packages that are half of the program; the others share one file.
 */
const ownFiles = new Map([
  ['check', 'check'],
  [page, 'ui'],
]);

await mkdir(dist, { recursive: true });
const program = {
  ...options,
  metafile: true,
  define: { ROSC_VERSION: JSON.stringify(await packageVersion()), ROSC_COMMIT: JSON.stringify(commit()) },
  minifySyntax: true,
  minifyWhitespace: true,
};
const commandFiles = await commandsByFile();
const parts = [await buildParts(commandFiles)];
const digests = new Map(await Promise.all([...commandFiles.keys()].map(async (file) => [file, await digestOf(file)])));
parts.push(await buildEntry({ plugins: [commandsApart(loaderOf)] }));
await buildPage({
  root: join(root, 'web'),
  configFile: join(root, 'web', 'vite.config.mjs'),
  logLevel: 'warn',
  build: { outDir: join(dist, 'web'), emptyOutDir: true },
});
const inputs = parts.flatMap(({ metafile }) => Object.keys(metafile.inputs));
const packages = await bundledPackages([...inputs, 'node_modules/preact/package.json'], root);
const documents = {
  ...(await generated()),
  'licences.txt': licenceNotices(packages),
  'sbom.cdx.json': await billOfMaterials(packages, { root, version: await packageVersion() }),
};
for (const [name, text] of Object.entries(documents)) await writeFile(join(dist, name), text);

/** The entry is bundled once to see which commands it imports, and once more when their files are known. */
function buildEntry(settings) {
  const banner = { js: `#!/usr/bin/env node\n${options.banner.js}\nconst __entryUrl = import.meta.url;` };
  return build({ ...program, entryPoints: ['src/cli.ts'], outfile: join(dist, 'rosc.js'), banner, ...settings });
}

async function commandsByFile() {
  const found = new Map();
  const note = (file, command) => {
    found.set(file, new Set([...(found.get(file) ?? []), command]));
    return '';
  };
  await buildEntry({ write: false, plugins: [commandsApart(note)] });
  return found;
}

/** Puts `contents(file, command)` in the place of a command that program*.ts imports when it runs. */
function commandsApart(contents) {
  return {
    name: 'commands-apart',
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /^\.\/(?:web\/)?[a-z-]+\.ts$/ }, ({ kind, path, importer }) => {
        if (kind !== 'dynamic-import' || !/[\\/]program(?:-[a-z]+)?\.ts$|[\\/]cli\.ts$/.test(importer))
          return undefined;
        const command = path.slice(2, -3);
        if (importer.endsWith('cli.ts') && command !== page) return undefined;
        return { path: command, namespace: 'command' };
      });
      onLoad({ filter: /./, namespace: 'command' }, ({ path: command }) => {
        const file = ownFiles.get(command) ?? 'commands';
        return { contents: contents(file, command), resolveDir: join(root, 'src', 'commands') };
      });
    },
  };
}

/** CommonJS, because that is what Node.js 20 can keep compiled. */
function loaderOf(file, command) {
  const digest = digests.get(file) ?? '';
  return `
    const { cacheFolder, loadPart } = require('./load-part.ts');
    const path = require('node:url').fileURLToPath(new URL('./${file}.cjs', __entryUrl));
    module.exports = loadPart({ path, digest: '${digest}', cache: cacheFolder(process.env) })['${command}']();`;
}

/** All in one go: what several of them share is read once. A command sets up what it imports when it is asked for. */
function buildParts(commandsByPart) {
  const resolveDir = join(root, 'src', 'commands');
  const contentsOf = (file) =>
    [...commandsByPart.get(file)]
      .sort()
      .map((command) => `exports['${command}'] = () => require('./${command === page ? `../${page}` : command}.ts');`)
      .join('\n');
  const part = {
    name: 'part',
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /^part:/ }, ({ path }) => ({ path: path.slice('part:'.length), namespace: 'part' }));
      onLoad({ filter: /./, namespace: 'part' }, ({ path }) => ({
        contents: contentsOf(path),
        resolveDir,
        loader: 'ts',
      }));
    },
  };
  return build({
    ...program,
    format: 'cjs',
    entryPoints: [...commandsByPart.keys()].sort().map((file) => ({ in: `part:${file}`, out: file })),
    outdir: dist,
    outExtension: { '.js': '.cjs' },
    banner: {},
    define: { ...program.define, 'import.meta.url': '__partUrl' },
    supported: { 'dynamic-import': false },
    plugins: [part],
  });
}

async function digestOf(file) {
  const bytes = await readFile(join(dist, `${file}.cjs`));
  // The bundler escapes what stands in strings; load-part.ts reads no other characters.
  if (bytes.some((byte) => byte > 0x7f))
    throw new Error(`${file}.cjs: write characters beyond ASCII in a RegExp as \\u`);
  return createHash('sha256').update(bytes).digest('hex').slice(0, 32);
}

/** The files of the package that the sources describe, by name. */
async function generated() {
  const folder = await mkdtemp(join(tmpdir(), 'rosc-build-'));
  const outfile = join(folder, 'generated-files.mjs');
  try {
    await build({ ...options, entryPoints: ['scripts/generated-files.ts'], outfile });
    const { generatedFiles } = await import(pathToFileURL(outfile).href);
    return generatedFiles(await profileFiles());
  } finally {
    await rm(folder, { recursive: true, force: true });
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
  for (const folder of ['profiles/chips', 'profiles/models', 'profiles/measured']) {
    for (const name of (await readdir(join(root, folder))).sort())
      if (name.endsWith('.yaml')) paths.push(`${folder}/${name}`);
  }
  return Promise.all(paths.map(async (path) => ({ path, text: await readFile(join(root, path), 'utf8') })));
}
