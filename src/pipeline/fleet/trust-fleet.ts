// Commands of `!exec` that run because somebody has read the fleet: named by the digest of all its files.

import type { Io } from '../../io/io.ts';
import { withChanges } from '../../io/with-changes.ts';
import { computeIfAbsent } from '../../source/grouping.ts';
import { digestOfTexts } from '../read/digest-of-texts.ts';
import { allowingCommands } from '../read/with-environment.ts';
import { readFleet } from './read-fleet.ts';

/**
 * Input and output where the commands of the fleet may run. Its files stay as they were when the digest was compared:
 * what somebody writes into them afterwards is not what was trusted. Undefined where they are others than those that
 * are trusted; one that cannot be read is the matter of whoever reads it next, and no command of it runs.
 */
export async function trustingFleet(io: Io, path: string, digest: string): Promise<Io | undefined> {
  const files = new Map<string, Promise<Uint8Array>>();
  const lists = new Map<string, Promise<readonly string[]>>();
  const recording = withChanges(io, {
    readFile: (file, options) => computeIfAbsent(files, file, () => io.readFile(file, options)),
    listFiles: (folder) => computeIfAbsent(lists, `files ${folder}`, () => io.listFiles(folder)),
    listFolders: (folder) => computeIfAbsent(lists, `folders ${folder}`, () => io.listFolders(folder)),
  });
  const { value: fleet } = await readFleet(recording, path);
  if (!fleet) return io;
  if (digestOfTexts(fleet.texts) !== digest) return undefined;
  const asRead = withChanges(io, {
    readFile: (file, options) => files.get(file) ?? io.readFile(file, options),
    listFiles: (folder) => lists.get(`files ${folder}`) ?? io.listFiles(folder),
    listFolders: (folder) => lists.get(`folders ${folder}`) ?? io.listFolders(folder),
  });
  return allowingCommands(asRead, true);
}
