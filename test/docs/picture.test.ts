// The picture of the README is what the program prints.

import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { expect, test } from 'vitest';
import { main } from '../../src/cli.ts';
import { memoryIo } from '../support/memory-io.ts';
import { projectRoot } from '../support/project-root.ts';
import { terminalPicture } from '../support/terminal-picture.ts';

test('docs/check.svg shows `rosc check` of a site with a mistake', async () => {
  const io = memoryIo({ cwd: join(projectRoot, 'fixtures/sites/rig-broken') });
  expect(await main(['check', 'site.yaml', '--color', 'always'], io)).toBe(1);
  // The first finding: what a person looks at first.
  const lines = io.out().split('\n');
  const from = lines.findIndex((line) => stripVTControlCharacters(line).startsWith('error['));
  const to = lines.findIndex((line, index) => index > from && line.includes('more:'));
  expect(to).toBeGreaterThan(from);
  const picture = terminalPicture('rosc check site.yaml', lines.slice(from, to + 1).join('\n'));
  await expect(picture).toMatchFileSnapshot(join(projectRoot, 'docs/check.svg'));
});
