// The program and what tests share, as JavaScript that Node.js loads by itself. Left to vitest each module is
// transformed, sent to the worker and evaluated there one by one, and each use of an import is a look-up: for this many
// that takes longer than most of the tests. Tests stay with vitest.

import { mkdirSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Plugin } from 'esbuild';

const root = resolve(import.meta.dirname, '../..');
const folders = ['src', 'test/support'];
/** Below node_modules: packages are found from there. */
const out = join(root, 'node_modules/.rosc-sources');
const manifest = join(out, 'manifest.json');
/** They come into the files that import them. */
const data = ['evidence', 'foreign', 'menus', 'questions', 'rules', 'simulated'].map((name) => `profiles/${name}`);

/** Files under src/ whose exports a test may exchange while the program runs (`exchange.ts`). */
const exchanged = [
  ...['effects', 'post-check', 'prove', 'scripts', 'undo-schedule', 'undo', 'waves'].map((name) => `apply/${name}.ts`),
  ...['plan/digest.ts', 'plan/referrers.ts', 'model/unset.ts', 'model/quote.ts'],
];

/** A plugin of vite; what has changed since the last run is compiled first. */
export async function compiledSources() {
  await compile();
  return {
    name: 'compiled-sources',
    enforce: 'pre' as const,
    resolveId(source: string, importer?: string): string | undefined {
      if (!source.startsWith('.') || !source.endsWith('.ts') || importer === undefined) return undefined;
      const path = relative(root, resolve(dirname(importer), source));
      return folders.some((folder) => path.startsWith(`${folder}/`)) ? join(out, compiledName(path)) : undefined;
    },
  };
}

function compiledName(path: string): string {
  return path.replace(/\.ts$/, '.mjs');
}

async function compile(): Promise<void> {
  const now = stamps();
  const before = lastStamps();
  const changed = [...now].filter(([path, stamp]) => before.get(path) !== stamp);
  const sources = (changed.every(isSource) ? changed : [...now]).filter(isSource);
  if (sources.length === 0) return;
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: sources.map(([path]) => path),
    outbase: root,
    outdir: out,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    target: 'node20.19',
    sourcemap: 'inline',
    sourcesContent: false,
    write: false,
    plugins: [eachByItself],
  });
  for (const { path, contents, text } of outputFiles) {
    const module = exchanged.find((name) => path === join(out, 'src', compiledName(name)));
    write(module === undefined ? path : ownName(path), contents);
    if (module !== undefined) write(path, exchangeable(module, text));
  }
  write(manifest, JSON.stringify([...now]));
}

function ownName(path: string): string {
  return path.replace(/\.mjs$/, '.own.mjs');
}

/** A module that exports what its own file does, until it is told otherwise. */
function exchangeable(module: string, text: string): string {
  const [, names = ''] = /^export \{([^}]*)\};$/m.exec(text) ?? [];
  return `import * as own from './${ownName(compiledName(basename(module)))}';
import { exchangers } from '../../test/support/exchange.mjs';
export let {${names}} = own;
exchangers.set('${module}', (by) => {
  ({${names}} = by(own));
});
`;
}

/** When this file changes all are compiled again. */
function isSource([path]: readonly [string, string]): boolean {
  return path.endsWith('.ts') && path !== relative(root, import.meta.filename);
}

/** Another run may be reading. */
function write(path: string, contents: string | Uint8Array): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(`${path}.${process.pid}`, contents);
  renameSync(`${path}.${process.pid}`, path);
}

/** By file, what changes when somebody writes it. Checkouts may share their packages. */
function stamps(): ReadonlyMap<string, string> {
  const paths = [...folders, ...data].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((path) => `${folder}/${path}`),
  );
  const files = ['pnpm-lock.yaml', ...paths.filter((path) => /\.(?:ts|json)$/.test(path))].map((path) => {
    const { mtimeMs, size } = statSync(join(root, path));
    return [path, `${mtimeMs} ${size}`] as const;
  });
  return new Map([[root, ''], ...files]);
}

function lastStamps(): ReadonlyMap<string, string> {
  try {
    return new Map(JSON.parse(readFileSync(manifest, 'utf8')));
  } catch {
    return new Map();
  }
}

/** Each file stays a module of its own, and knows where its source is. */
const eachByItself: Plugin = {
  name: 'each-by-itself',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^\.\.?\/.*\.ts$/ }, ({ kind, path }) =>
      kind === 'entry-point' ? undefined : { path: compiledName(path), external: true },
    );
    onLoad({ filter: /\.ts$/ }, ({ path }) => {
      const text = readFileSync(path, 'utf8');
      if (!text.includes('import.meta.')) return undefined;
      const here = { url: pathToFileURL(path).href, dirname: dirname(path) };
      const contents = text.replace(/\bimport\.meta\.(url|dirname)\b/g, (_, name: keyof typeof here) =>
        JSON.stringify(here[name]),
      );
      return { contents, loader: 'ts' };
    });
  },
};
