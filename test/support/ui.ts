// A running `rosc ui` for tests, and the page that it serves.

import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Clock } from '../../src/device/device.ts';
import type { ExitStatus } from '../../src/io/io.ts';
import { realClock } from '../../src/io/real-clock.ts';
import { type UiOptions, ui } from '../../src/web/ui.ts';
import { builtOnce } from './built-program.ts';
import { type MemoryIo, memoryIo } from './memory-io.ts';
import { projectRoot } from './project-root.ts';

/** The folder of the page, built once for all tests of a run. */
export async function builtPage(): Promise<string> {
  return join(await builtOnce(), 'web');
}

export interface RunningUi {
  readonly url: string;
  readonly io: MemoryIo;
  stop(): Promise<ExitStatus>;
}

interface StartOptions extends Partial<UiOptions> {
  readonly env?: Readonly<Record<string, string>>;
  readonly clock?: Clock;
}

/** `subject` undefined = the demo. */
export async function startUi(
  subject: string | undefined,
  { env = {}, clock = realClock, ...options }: StartOptions,
): Promise<RunningUi> {
  const io = memoryIo({ clock, env });
  const ended = ui(io, subject, {
    listen: '127.0.0.1:0',
    json: true,
    ...(subject === undefined && { demo: true }),
    ...options,
  });
  const early = ended.then((status) => {
    throw new Error(`rosc ui ended with ${status}: ${io.err()}`);
  });
  // The failure matters only while nobody is served yet.
  early.catch(() => undefined);
  while (io.out() === '') await Promise.race([nextTurn(), early]);
  const { url } = JSON.parse(io.out());
  return {
    url,
    io,
    stop: () => {
      io.interrupt();
      return ended;
    },
  };
}

export const exampleSites = ['rig', 'rig-broken', 'branch', 'datacenter'] as const;

export function examplePath(name: string): string {
  return join(projectRoot, 'fixtures/sites', name, 'site.yaml');
}
