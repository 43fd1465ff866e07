// Watches a site file and everything that it includes, also what it begins to include while it is watched.

import { resolve } from 'node:path';
import { filesOf } from '../../intent/include.ts';
import type { Io } from '../../io/io.ts';
import { type WatchOptions, watchFile } from '../../io/watch-file.ts';
import { readSite } from '../read/read-site.ts';

/** Calls `changed` after every change of one of the files, until the signal. */
export async function watchSite(io: Io, path: string, options: WatchOptions, changed: () => void): Promise<void> {
  const watched = new Set<string>();
  const watchAll = async (): Promise<void> => {
    const site = await readSite(io, path);
    const files = site.value ? filesOf(site.value).map((file) => file.path) : [];
    for (const file of [path, ...files].map((each) => resolve(io.cwd, each))) {
      if (watched.has(file)) continue;
      watched.add(file);
      await watchFile(file, options, () => {
        void watchAll();
        changed();
      });
    }
  };
  await watchAll();
}
