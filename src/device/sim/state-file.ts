// Keeps what survives a reboot in a file, so that a simulator that was killed comes back as a device that lost power.

import { rename, rm, writeFile } from 'node:fs/promises';
import type { DeviceImage } from './router.ts';
import type { Simulator } from './simulator.ts';

/** Throws when the text is none that was kept. */
export function readState(text: string): DeviceImage {
  const state: unknown = JSON.parse(text);
  if (!isImage(state)) throw new Error('it holds no state of a simulated device');
  return state;
}

/**
 * Writes the state at once, and whenever it has changed; the returned function writes a last time and stops. The file
 * is for its owner alone: the device's passwords are in it. What cannot be written is tried again, and rejects the
 * first and the last time; between them, `onTrouble` hears of it once until it is written again.
 */
export async function keepState(
  simulator: Simulator,
  path: string,
  { onTrouble, everyMs = 200 }: { readonly onTrouble: (error: unknown) => void; readonly everyMs?: number },
): Promise<() => Promise<void>> {
  let written = '';
  const save = async (): Promise<void> => {
    const text = JSON.stringify(simulator.image());
    if (text === written) return;
    // Left by a run that was killed, it would keep its mode.
    await rm(`${path}.new`, { force: true });
    await writeFile(`${path}.new`, text, { mode: 0o600 });
    await rename(`${path}.new`, path);
    written = text;
  };
  await save();
  let isTold = false;
  const saveAgain = () =>
    save().then(
      () => {
        isTold = false;
      },
      (error: unknown) => {
        if (!isTold) onTrouble(error);
        isTold = true;
      },
    );
  let running = Promise.resolve();
  const timer = setInterval(() => {
    running = running.then(saveAgain);
  }, everyMs);
  return async () => {
    clearInterval(timer);
    await running;
    await save();
  };
}

function isImage(value: unknown): value is DeviceImage {
  return (
    typeof value === 'object' && value !== null && 'rows' in value && Array.isArray(value.rows) && 'nextIds' in value
  );
}
