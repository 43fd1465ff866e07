// Where rosc keeps what outlives a run: `--state DIR`, ROSC_STATE, or `.rosc` below the working directory. Below it stand
// `commits/`, what was kept of each commit, `rollouts/`, how far the waves of a fleet have got, and `upgrades/`. Every
// file has one writer and takes its name whole, so runners share the folder without locks.

import { join, resolve } from 'node:path';
import type * as z from 'zod';
import type { Io } from '../io/io.ts';
import { decode } from '../io/read-source.ts';
import { isLeftBehind } from '../io/temporary-name.ts';
import { withChanges } from '../io/with-changes.ts';
import { jsonText } from '../source/json-text.ts';

/** As it is written in messages; relative to the working directory. */
export function stateFolder({ env }: Pick<Io, 'env'>): string {
  return env.ROSC_STATE || '.rosc';
}

/** The same input and output, with the state elsewhere. */
export function withState(io: Io, state: string | undefined): Io {
  return state === undefined ? io : withEnvironment(io, { ROSC_STATE: state });
}

function withEnvironment(io: Io, more: Readonly<Record<string, string>>): Io {
  return withChanges(io, { env: { ...io.env, ...more } });
}

/** The same, where commands of `!exec` may run. */
export function allowingCommands(io: Io, isAllowed: boolean): Io {
  return isAllowed ? withEnvironment(io, { ROSC_ALLOW_EXEC: '1' }) : io;
}

/** What a file of the folder holds; undefined where there is none, or it is none of rosc's. */
export async function readRecord<T>(io: Io, path: string, schema: z.ZodType<T>): Promise<T | undefined> {
  const bytes = await io.readFile(resolve(io.cwd, path), { bytesMax: 65_536 }).catch(() => undefined);
  try {
    return bytes && schema.safeParse(JSON.parse(decode(bytes))).data;
  } catch {
    return undefined;
  }
}

/** Only its owner reads it. */
export function writeRecord(io: Io, path: string, record: object): Promise<void> {
  return io.writeFile(resolve(io.cwd, path), `${jsonText(record, 2)}\n`, { isPrivate: true });
}

/** Removes what killed runs began to write. */
export async function clearLeftBehind(io: Io): Promise<void> {
  const folder = resolve(io.cwd, stateFolder(io));
  const rollouts = join(folder, 'rollouts');
  const nested = (await io.listFolders(rollouts)).map((name) => join(rollouts, name));
  for (const each of [join(folder, 'commits'), join(folder, 'upgrades'), ...nested]) {
    const names = (await io.listFiles(each)).filter((name) => isLeftBehind(name, io.clock.now()));
    for (const name of names) await io.removeFile(join(each, name));
  }
}
