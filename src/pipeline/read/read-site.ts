// Reads a site file with the files that it includes, each relative to the one that asks for it.

import { dirname, isAbsolute, join, normalize } from 'node:path';
import type { Staged } from '../../diagnostics/diagnostic.ts';
import { includedPaths } from '../../intent/include.ts';
import { nothingRead, type YamlCounts } from '../../intent/yaml-document.ts';
import type { Io } from '../../io/io.ts';
import { limitsOf } from '../../io/limits.ts';
import { readSource } from '../../io/read-source.ts';
import type { Limits } from '../../source/limits.ts';
import type { SourceFile } from '../../source/location.ts';

/** `-` is standard input, whose includes are relative to the working directory. */
export async function readSite(io: Io, path: string): Promise<Staged<SourceFile | undefined>> {
  const source = await readSource(io, path);
  if (!source.value) return source;
  return { ...source, value: await withIncluded(io, source.value, normalize(path)) };
}

/** What one site has read: a file that several others include is read once. */
interface Reading {
  readonly io: Io;
  readonly limits: Limits;
  readonly parts: Map<string, SourceFile | string>;
  bytes: number;
  readonly counts: YamlCounts;
}

/** The file with its `included` filled in. */
export function withIncluded(io: Io, file: SourceFile, path: string): Promise<SourceFile> {
  const limits = limitsOf(io.env);
  return include({ io, limits, parts: new Map(), bytes: file.text.length, counts: nothingRead() }, file, [path]);
}

async function include(reading: Reading, file: SourceFile, chain: readonly string[]): Promise<SourceFile> {
  const written = includedPaths(file, reading.counts);
  if (written.length === 0) return file;
  const included = new Map<string, SourceFile | string>();
  for (const each of written) {
    const path = isAbsolute(each) ? normalize(each) : join(dirname(chain.at(-1) ?? ''), each);
    included.set(each, await readPart(reading, path, chain));
  }
  return { ...file, included };
}

async function readPart(reading: Reading, path: string, chain: readonly string[]): Promise<SourceFile | string> {
  const { limits, parts } = reading;
  if (chain.includes(path)) return `the files include each other: ${[...chain, path].join(' → ')}`;
  const known = parts.get(path);
  if (known !== undefined) return known;
  if (chain.length >= limits.depthMax) {
    return `files include each other more than ${limits.depthMax} levels deep (ROSC_MAX_DEPTH allows more)`;
  }
  if (parts.size + 1 >= limits.filesMax)
    return `the site has more than ${limits.filesMax} files (ROSC_MAX_FILES allows more)`;
  parts.set(path, 'it is being read');
  const part = await readFile(reading, path, chain);
  parts.set(path, part);
  return part;
}

async function readFile(reading: Reading, path: string, chain: readonly string[]): Promise<SourceFile | string> {
  const { io, limits } = reading;
  const source = await readSource(io, path);
  if (!source.value) return source.diagnostics[0]?.what ?? 'it cannot be read';
  reading.bytes += source.value.text.length;
  if (reading.bytes > limits.bytesMax) {
    return `the files of the site have more than ${limits.bytesMax} bytes (ROSC_MAX_BYTES allows more)`;
  }
  return include(reading, source.value, [...chain, path]);
}
