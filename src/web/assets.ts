// The built page, read once and kept in memory: a request can name only what is in this table.

import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, extname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

export interface Asset {
  readonly type: string;
  readonly body: Buffer;
  readonly gzipped: Buffer;
  /** Its name holds a digest of its content. */
  readonly immutable: boolean;
}

/** By path from the root of the page: `/index.html`, `/assets/index-Ab12.js`. */
export type Assets = ReadonlyMap<string, Asset>;

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.yaml': 'text/plain; charset=utf-8',
  '.rsc': 'text/plain; charset=utf-8',
};

/** As given, beside the program, or, when rosc runs from its source, where the build puts it; undefined = not built. */
export function findPage(given: string | undefined): string | undefined {
  const here = dirname(fileURLToPath(import.meta.url));
  const places = given === undefined ? [join(here, 'web'), join(here, '..', '..', 'dist', 'web')] : [given];
  return places.find((path) => existsSync(join(path, 'index.html')));
}

export async function loadAssets(directory: string): Promise<Assets> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const assets = new Map<string, Asset>();
  for (const file of files.sort()) {
    const type = types[extname(file)];
    if (type === undefined) continue;
    const path = `/${relative(directory, file).split(sep).join('/')}`;
    const body = await readFile(file);
    assets.set(path, { type, body, gzipped: gzipSync(body), immutable: path.startsWith('/assets/') });
  }
  return assets;
}
