// Reads a site file with the files that it includes, each relative to the one that asks for it.

import { dirname, isAbsolute, join, normalize } from 'node:path';
import type { Staged } from '../diagnostics/diagnostic.ts';
import { includedPaths } from '../intent/include.ts';
import type { Io } from '../io/io.ts';
import { readSource } from '../io/read-source.ts';
import type { SourceFile } from '../source/location.ts';

/** Files in one site, and how deep they may include each other: more is a mistake. */
const depthMax = 20;

/** `-` is standard input, whose includes are relative to the working directory. */
export async function readSite(io: Io, path: string): Promise<Staged<SourceFile | undefined>> {
  const source = await readSource(io, path);
  if (!source.value) return source;
  return { ...source, value: await withIncluded(io, source.value, [normalize(path)]) };
}

/** The file with its `included` filled in. */
export async function withIncluded(io: Io, file: SourceFile, chain: readonly string[]): Promise<SourceFile> {
  const written = includedPaths(file);
  if (written.length === 0) return file;
  const included = new Map<string, SourceFile | string>();
  for (const each of written) {
    const path = isAbsolute(each) ? each : join(dirname(chain.at(-1) ?? ''), each);
    included.set(each, await readPart(io, path, chain));
  }
  return { ...file, included };
}

async function readPart(io: Io, path: string, chain: readonly string[]): Promise<SourceFile | string> {
  if (chain.includes(path)) return `the files include each other: ${[...chain, path].join(' → ')}`;
  if (chain.length >= depthMax) return `files include each other more than ${depthMax} levels deep`;
  const source = await readSource(io, path);
  if (!source.value) return source.diagnostics[0]?.what ?? 'it cannot be read';
  return withIncluded(io, source.value, [...chain, path]);
}
