// Where rosc keeps what outlives a run: `--state DIR`, ROSC_STATE, or `.rosc` below the working directory. Below it stand
// `commits/`, what was kept of each commit, `rollouts/`, how far the waves of a fleet have got, and `upgrades/`. Every
// file has one writer and takes its name whole, so runners share the folder without locks.

import { join, relative, resolve } from 'node:path';
import * as z from 'zod';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { manualFix } from '../../diagnostics/manual-fix.ts';
import { FileTrouble, isFileTrouble } from '../../io/file-trouble.ts';
import type { Io } from '../../io/io.ts';
import { decode, readIfThere, unreadable } from '../../io/read-source.ts';
import { isLeftBehind } from '../../io/temporary-name.ts';
import { jsonText } from '../../source/json-text.ts';

/** As it is written in messages; relative to the working directory. */
export function stateFolder({ env }: Pick<Io, 'env'>): string {
  return env.ROSC_STATE || '.rosc';
}

/**
 * What a file of the folder holds; undefined where there is none. Throws FileTrouble where it is there and cannot be
 * read, or is cut off: a record that nobody can read may be of a commit that is open.
 */
export async function readRecord<T>(io: Io, path: string, schema: z.ZodType<T>): Promise<T | undefined> {
  let record: unknown;
  try {
    const bytes = await readIfThere(io, path, { bytesMax: 65_536 });
    record = bytes && JSON.parse(decode(bytes));
    return bytes && schema.parse(record);
  } catch (error) {
    const { device } = named.safeParse(record).data ?? {};
    const found = damaged(relative(io.cwd, resolve(io.cwd, path)), error);
    throw new FileTrouble(device === undefined ? found : { ...found, device });
  }
}

/** Whom a record is about, whichever rosc wrote it. */
const named = z.object({ device: z.string() });

function damaged(path: string, error: unknown): Diagnostic {
  const isContent = error instanceof SyntaxError || error instanceof z.ZodError;
  return {
    ...unreadable(path, isContent ? new Error('it is cut off, or no record of this rosc') : error),
    why: 'It says how far a commit, a rollout or an upgrade has got; rosc does not take it for none.',
    fix: manualFix('make it readable; or look at the device, move the file away, and run `rosc recover`'),
  };
}

/** Only its owner reads it. */
export function writeRecord(io: Io, path: string, record: object): Promise<void> {
  return io.writeFile(resolve(io.cwd, path), `${jsonText(record, 2)}\n`, { isPrivate: true });
}

/** Removes what killed runs began to write. Where that is not to be, whoever needs the folder says so. */
export async function clearLeftBehind(io: Io): Promise<void> {
  const folder = resolve(io.cwd, stateFolder(io));
  const rollouts = join(folder, 'rollouts');
  const nested = (await io.listFolders(rollouts).catch(noneThere)).map((name) => join(rollouts, name));
  for (const each of [join(folder, 'commits'), join(folder, 'upgrades'), ...nested]) {
    const names = await io.listFiles(each).catch(noneThere);
    for (const name of names.filter((one) => isLeftBehind(one, io.clock.now()))) {
      await io.removeFile(join(each, name)).catch(() => undefined);
    }
  }
}

function noneThere(error: unknown): readonly string[] {
  if (isFileTrouble(error)) return [];
  throw error;
}
