// Keeps what survives a reboot in a file, so that a simulator that was killed comes back as a device that lost power.

import { readFile, rename, writeFile } from 'node:fs/promises';
import type { Simulator } from './simulator.ts';
import type { StoreImage } from './store/store.ts';

/** Undefined when there is no such file yet. Rejects when it is not a state file. */
export async function readState(path: string): Promise<StoreImage | undefined> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (text === undefined) return undefined;
  const state: unknown = JSON.parse(text);
  if (!isImage(state)) throw new Error(`${path} holds no state of a simulated device`);
  return state;
}

/** Writes the state whenever it has changed; the returned function writes a last time and stops. */
export function keepState(simulator: Simulator, path: string, everyMs = 200): () => Promise<void> {
  let written = '';
  const save = async (): Promise<void> => {
    const text = JSON.stringify(simulator.image());
    if (text === written) return;
    written = text;
    await writeFile(`${path}.new`, text);
    await rename(`${path}.new`, path);
  };
  let running = save();
  const timer = setInterval(() => {
    running = running.then(save);
  }, everyMs);
  return async () => {
    clearInterval(timer);
    await running;
    await save();
  };
}

function isImage(value: unknown): value is StoreImage {
  return (
    typeof value === 'object' && value !== null && 'rows' in value && Array.isArray(value.rows) && 'nextIds' in value
  );
}
