// A running `rosc ui` for tests, with the page built once into a temporary folder.

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { build } from 'vite';
import type { Clock } from '../../src/device/device.ts';
import type { ExitStatus } from '../../src/io/io.ts';
import { realClock } from '../../src/io/real-clock.ts';
import { type UiOptions, ui } from '../../src/web/ui.ts';
import { type MemoryIo, memoryIo } from './memory-io.ts';
import { projectRoot } from './project-root.ts';

export interface BuiltPage {
  readonly path: string;
  remove(): Promise<void>;
}

export async function buildPage(): Promise<BuiltPage> {
  const path = await mkdtemp(join(tmpdir(), 'rosc-page-'));
  const root = join(projectRoot, 'web');
  await build({ root, configFile: join(root, 'vite.config.mjs'), build: { outDir: path } });
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
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
