// What the tests of one run share, whichever process they are in: an empty folder, removed when the run is over.

import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    readonly runFolder: string;
    /** Golden files are rewritten. */
    readonly isUpdating: boolean;
  }
}

export default function setup(project: TestProject): () => void {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'rosc-run-')));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  project.provide('runFolder', folder);
  project.provide('isUpdating', project.config.snapshotOptions.updateSnapshot === 'all');
  process.env.ROSC_TEST_PROFILES = join(folder, 'profiles.json');
  // Sources have changed.
  project.onTestsRerun(() => {
    remove();
    mkdirSync(folder);
  });
  return remove;
}
