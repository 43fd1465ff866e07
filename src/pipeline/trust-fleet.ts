// Commands of `!exec` that run because somebody has read the fleet: named by the digest of all its files.

import type { Io } from '../io/io.ts';
import { digestOfTexts } from './digest-of-texts.ts';
import { readFleet } from './read-fleet.ts';
import { allowingCommands } from './state-folder.ts';

/**
 * The same input and output, where the commands of the fleet may run. Undefined where its files are others than those
 * that are trusted; one that cannot be read is the matter of whoever reads it next, and no command of it runs.
 */
export async function trustingFleet(io: Io, path: string, digest: string): Promise<Io | undefined> {
  const { value: fleet } = await readFleet(io, path);
  if (!fleet) return io;
  return digestOfTexts(fleet.texts) === digest ? allowingCommands(io, true) : undefined;
}
