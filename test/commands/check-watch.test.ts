// `rosc check --watch` with a real file and a real clock: what an editor does is seen, and Ctrl-C ends it.

import { cpSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { main } from '../../src/cli.ts';
import { testFolder } from '../support/built-program.ts';
import { type MemoryIo, memoryIo } from '../support/memory-io.ts';
import { projectRoot } from '../support/project-root.ts';
import { pause, until } from '../support/until.ts';

const rig = join(projectRoot, 'fixtures/sites/rig/site.yaml');
const clearScreen = '\u001b[2J';

interface Watched {
  readonly io: MemoryIo;
  readonly site: string;
  readonly text: string;
  readonly status: Promise<number>;
  /** Waits until the site was checked this many times. */
  checked(times: number): Promise<void>;
}

async function watchRig(options: { readonly isTerminal?: boolean } = {}): Promise<Watched> {
  const folder = testFolder();
  const site = join(folder, 'site.yaml');
  cpSync(rig, site);
  const io = memoryIo({ cwd: folder, ...options });
  const status = main(['check', 'site.yaml', '--watch', '--color', 'never'], io);
  const checked = async (times: number) => {
    await until(() => io.err().split('is watched').length > times);
    expect(io.err().split('is watched')).toHaveLength(times + 1);
  };
  await checked(1);
  return { io, site, text: readFileSync(rig, 'utf8'), status, checked };
}

test('a change in place and a new file in its place are both seen', async () => {
  const { io, site, text, status, checked } = await watchRig();
  expect(io.out()).toContain('No rule breaks offload');
  expect(io.out()).not.toContain('10.9.9.9');

  writeFileSync(site, text.replace('via: 10.0.2.2', 'via: 10.9.9.9'));
  await checked(2);
  expect(io.out()).toContain('10.9.9.9');

  writeFileSync(`${site}.new`, text);
  renameSync(`${site}.new`, site);
  await checked(3);
  expect(io.out().split('No rule breaks offload')).toHaveLength(3);

  io.interrupt();
  expect(await status).toBe(0);
});

test('a file that is away for a moment is an error, and mends itself', async () => {
  const { io, site, status, checked } = await watchRig();
  renameSync(site, `${site}.old`);
  await checked(2);
  expect(io.out()).toContain('file/unreadable');
  renameSync(`${site}.old`, site);
  await checked(3);
  io.interrupt();
  expect(await status).toBe(0);
});

test('an included file is watched too, also one that is included later', async () => {
  const { io, site, text, status, checked } = await watchRig();
  const part = join(site, '..', 'flows.yaml');
  writeFileSync(part, 'flows: [{ from: left, to: nowhere }]\n');
  writeFileSync(site, text.replace('version: 1', 'version: 1\ninclude: flows.yaml'));
  await checked(2);
  expect(io.out()).toContain('nowhere');

  // The new file is watched as soon as it is known, which takes a moment longer than the check.
  while (io.err().split('is watched').length <= 3) {
    writeFileSync(part, '{}\n');
    await pause(600);
  }
  io.interrupt();
  expect(await status).toBe(0);
});

test.each([true, false])('the screen is cleared on terminals only (terminal: %s)', async (isTerminal) => {
  const { io, status } = await watchRig({ isTerminal });
  expect(io.out().startsWith(clearScreen)).toBe(isTerminal);
  io.interrupt();
  expect(await status).toBe(0);
});

test('what cannot be watched is said at once', async () => {
  const stdin = memoryIo();
  expect(await main(['check', '-', '--watch'], stdin)).toBe(64);
  expect(stdin.err()).toContain('--watch needs a file');
  const wrong = memoryIo();
  expect(await main(['check', rig, '--watch', '--routeros', 'seven'], wrong)).toBe(64);
});
