// Tells when a file was written, by whichever way an editor does it: in place, or by putting a new file in its place.

import { watch } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import type { Io } from './io.ts';

export type WatchOptions = Pick<Io, 'clock' | 'signal'>;

/** Editors write in several steps; what comes within this time is one change. */
const settleMs = 25;
/** File systems without notification (network shares, containers) are looked at this often. */
const lookMs = 500;

/** Calls `changed` after every change of the file, until the signal. */
export async function watchFile(path: string, { clock, signal }: WatchOptions, changed: () => void): Promise<void> {
  let stamp = await stampOf(path);
  let isSettling = false;
  const look = async (): Promise<void> => {
    const next = await stampOf(path);
    if (next === stamp || signal.aborted) return;
    stamp = next;
    changed();
  };
  const settleAndLook = async (): Promise<void> => {
    if (isSettling) return;
    isSettling = true;
    await pause(settleMs, { clock, signal });
    isSettling = false;
    await look();
  };
  const keepLooking = async (): Promise<void> => {
    while (!signal.aborted) {
      await pause(lookMs, { clock, signal });
      await look();
    }
  };
  try {
    const watcher = watch(dirname(path), { persistent: false, signal }, (_, name) => {
      if (name === null || name === basename(path)) void settleAndLook();
    });
    watcher.on('error', () => undefined);
  } catch {
    // Where the system cannot notify, looking has to do.
  }
  void keepLooking();
}

/** Ends early, without complaint, when the signal comes. */
async function pause(ms: number, { clock, signal }: WatchOptions): Promise<void> {
  await clock.sleep(ms, signal).catch(() => undefined);
}

async function stampOf(path: string): Promise<string> {
  const found = await stat(path).catch(() => undefined);
  return found ? `${found.mtimeMs} ${found.size} ${found.ino}` : 'absent';
}
