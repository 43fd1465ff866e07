// Tells when a file was written, by whichever way an editor does it: in place, or by putting a new file in its place.

import { watch } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import type { Clock } from '../device/device.ts';

export interface WatchOptions {
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

/** Editors write in several steps; what comes within this time is one change. */
const settleMs = 25;
/** File systems without notification (network, containers) are looked at this often. */
const lookMs = 500;

/** Calls `changed` after every change of the file's content or time, until the signal. */
export function watchFile(path: string, { clock, signal }: WatchOptions, changed: () => void): void {
  let stamp: string | undefined;
  let isLooking = false;
  const look = async (waitMs: number): Promise<void> => {
    if (isLooking) return;
    isLooking = true;
    try {
      await clock.sleep(waitMs, signal);
      const next = await stampOf(path);
      if (stamp !== undefined && next !== stamp) changed();
      stamp = next;
    } catch {
      // The signal ended the wait.
    } finally {
      isLooking = false;
    }
  };
  const poll = async (): Promise<void> => {
    while (!signal.aborted) await look(stamp === undefined ? 0 : lookMs / 2).then(() => pause(clock, signal));
  };
  try {
    const watcher = watch(dirname(path), { persistent: false, signal }, (_, name) => {
      if (name === null || name === basename(path)) void look(settleMs);
    });
    watcher.on('error', () => undefined);
  } catch {
    // Without notification, looking has to do.
  }
  void poll();
}

async function pause(clock: Clock, signal: AbortSignal): Promise<void> {
  await clock.sleep(lookMs / 2, signal).catch(() => undefined);
}

async function stampOf(path: string): Promise<string> {
  const found = await stat(path).catch(() => undefined);
  return found ? `${found.mtimeMs} ${found.size} ${found.ino}` : 'absent';
}
