// Loads a file of the built program with the machine code that an earlier run left in the user's cache: compiling is a
// third of a short run. Without a cache that only this user can write, it compiles, as Node.js does.

import {
  closeSync,
  fstatSync,
  lstatSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, isAbsolute, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Script } from 'node:vm';
import { makeFolder } from '../io/make-folder.ts';

export interface PartSource {
  /** A CommonJS file; `__partUrl` in it is its own address. */
  readonly path: string;
  /** Of its contents: the engine itself compares no more than lengths. */
  readonly digest: string;
  readonly cache: string | undefined;
}

/** The exports of the file. What the engine has compiled by the end of the process is kept for the next one. */
export function loadPart({ path, digest, cache }: PartSource): unknown {
  const name = basename(path, '.cjs');
  const kept = cache === undefined ? undefined : join(cache, `${name}-${digest}.bin`);
  const cachedData = kept === undefined ? undefined : readOwn(kept);
  // The build sees to it that it is ASCII, which needs no decoding.
  const source = `(function (exports, require, module, __partUrl) {${readFileSync(path, 'latin1')}\n})`;
  const script = new Script(source, { filename: path, ...(cachedData && { cachedData }) });
  const module = { exports: {} };
  script.runInThisContext()(module.exports, createRequire(path), module, pathToFileURL(path).href);
  if (cache !== undefined && kept !== undefined && (!cachedData || script.cachedDataRejected)) {
    process.once('exit', () => keep(script.createCachedData(), { cache, name, kept }));
  }
  return module.exports;
}

/** Where this user keeps what can be made again; undefined where there is no such place, or where it is not wanted. */
export function cacheFolder(env: Readonly<Record<string, string | undefined>>): string | undefined {
  if (env.NODE_DISABLE_COMPILE_CACHE !== undefined) return undefined;
  const named = [env.XDG_CACHE_HOME, env.HOME && join(env.HOME, '.cache'), env.LOCALAPPDATA];
  const base = named.find((folder) => folder !== undefined && isAbsolute(folder));
  return base === undefined ? undefined : join(base, 'rosc', `node-${process.versions.node}-${process.arch}`);
}

/** Nobody else may have written what is run as code: undefined unless file and folder are this user's alone. */
function readOwn(path: string): Buffer | undefined {
  let file: number | undefined;
  try {
    if (!isOwn(lstatSync(dirname(path)))) return undefined;
    file = openSync(path, 'r');
    return isOwn(fstatSync(file)) ? readFileSync(file) : undefined;
  } catch {
    return undefined;
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

/** Replaces what older builds left. A cache that cannot be written is no reason to fail. */
function keep(data: Buffer, { cache, name, kept }: { cache: string; name: string; kept: string }): void {
  try {
    makeFolder(cache, 0o700);
    if (!isOwn(lstatSync(cache))) return;
    writeWhole(kept, data);
    for (const other of readdirSync(cache)) {
      if (other.startsWith(`${name}-`) && join(cache, other) !== kept) rmSync(join(cache, other), { force: true });
    }
  } catch {
    // The next run compiles again.
  }
}

/** Another rosc, which starts at this moment, sees all of it or nothing. */
function writeWhole(path: string, data: Buffer): void {
  const temporary = `${path}.${process.pid}.tmp`;
  try {
    writeFileSync(temporary, data, { mode: 0o600, flag: 'wx' });
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}

function isOwn({ uid, mode }: { readonly uid: number; readonly mode: number }): boolean {
  // Windows knows neither; there the folder lies in the user's profile, which nobody else can write.
  if (process.getuid === undefined) return true;
  return uid === process.getuid() && (mode & 0o022) === 0;
}
