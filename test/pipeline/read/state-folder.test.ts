// What killed runs leave in the state folder: files that never got their names.

import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { nodeIo } from '../../../src/io/node-io.ts';
import { isLeftBehind, temporaryName } from '../../../src/io/temporary-name.ts';
import { withChanges } from '../../../src/io/with-changes.ts';
import { clearLeftBehind } from '../../../src/pipeline/read/state-folder.ts';

const now = Date.UTC(2026, 3, 21, 20, 0, 0);

test('are cleared when they are older than any writing takes, and nothing else is', async () => {
  const cwd = mkdtempSync(join(tmpdir(), 'rosc-left-'));
  const write = (folder: string, name: string) => {
    mkdirSync(join(cwd, '.rosc', folder), { recursive: true });
    writeFileSync(join(cwd, '.rosc', folder, name), '{}');
  };
  for (const folder of ['commits', 'upgrades', 'rollouts/acme-1']) {
    write(folder, temporaryName('a.json', now - 61_000));
    write(folder, temporaryName('b.json', now - 1000));
    write(folder, 'notes.tmp');
    write(folder, 'a.json');
  }
  const io = withChanges(nodeIo(), { cwd, clock: { now: () => now, sleep: async () => undefined } });
  await clearLeftBehind(io);
  for (const folder of ['commits', 'upgrades', 'rollouts/acme-1']) {
    const names = readdirSync(join(cwd, '.rosc', folder)).map((name) => name.replace(/^b\.json\..*\.tmp$/, 'b'));
    expect(names.sort()).toEqual(['a.json', 'b', 'notes.tmp']);
  }
  rmSync(cwd, { recursive: true });
});

test('a file that could not be written leaves nothing either', async () => {
  const cwd = mkdtempSync(join(tmpdir(), 'rosc-left-'));
  // What is there is a folder: it cannot take the name.
  mkdirSync(join(cwd, 'a.json', 'full'), { recursive: true });
  await expect(nodeIo().writeFile(join(cwd, 'a.json'), '{}')).rejects.toThrow();
  expect(readdirSync(cwd)).toEqual(['a.json']);
  rmSync(cwd, { recursive: true });
});

test('one of the future is of a clock that was wrong', () => {
  expect(isLeftBehind(temporaryName('a.json', now + 86_400_000), now)).toBe(true);
});
