// The command line as a person meets it: each folder of fixtures/cli holds a command and what it says.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { main } from '../src/cli.ts';
import { said } from './support/golden.ts';
import { memoryIo } from './support/memory-io.ts';
import { projectRoot } from './support/project-root.ts';

const cases = readdirSync(join(projectRoot, 'fixtures/cli'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)
  .sort();

test.each(cases)('%s', async (name) => {
  const folder = join(projectRoot, 'fixtures/cli', name);
  // The first line is the command, as typed after a prompt.
  const [command = ''] = readFileSync(join(folder, 'cmd'), 'utf8').split('\n');
  const io = memoryIo();
  const status = await main(wordsOf(command), io);
  await said(io.out(), join(folder, 'stdout.txt'));
  await said(io.err(), join(folder, 'stderr.txt'));
  await expect(`${status}\n`).toMatchFileSnapshot(join(folder, 'exit'));
});

test('the exit status of a command line that makes no sense is 64', async () => {
  const ofSim = [
    ['sim', '--seed', 'x'],
    ['sim', '--management', 'ether1=home'],
  ];
  for (const argv of [['chekc', 'site.yaml'], ['check'], ['check', 'site.yaml', '--colour'], ...ofSim]) {
    expect(await main(argv, memoryIo()), argv.join(' ')).toBe(64);
  }
});

test.each([
  ['--loop', 'ether1:ether99'],
  ['--management', 'ether99=192.0.2.1/24'],
])('a simulated device has the port of %s, or does not start', async (...option) => {
  const io = memoryIo();
  expect(await main(['sim', '--api', '127.0.0.1:0', ...option], io)).toBe(1);
  expect(io.err()).toBe('rosc: the simulated device does not start: there is no port ether99\n');
});

/** Splits as a shell does, for the quotes that the fixtures use. */
function wordsOf(command: string): readonly string[] {
  const words = [...command.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');
  expect(words[0], 'a fixture starts with rosc').toBe('rosc');
  return words.slice(1);
}
