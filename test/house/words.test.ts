// Phrases that a network engineer would stumble over do not come back into what people read.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { projectRoot } from '../support/project-root.ts';

/** Each with what to write in its place. */
const banned: readonly (readonly [phrase: RegExp, instead: string])[] = [
  [/nobody has (recorded|measured)/i, 'not documented for this chip, not measured'],
  [/by nobody knows what/i, 'on an unknown path'],
  [/is no RouterOS version/i, 'is not a RouterOS version'],
  [/\bshall do\b/i, 'is to do'],
  [/\bfares? otherwise/i, 'takes another path'],
  [/\bmend first\b/i, 'fix first'],
];

/** Comments are for whoever reads the code. */
function spoken(path: string): string {
  const text = readFileSync(join(projectRoot, path), 'utf8');
  return path.endsWith('.md') ? text : text.replace(/^\s*(\/\/|\/?\*).*$/gm, '').replace(/\/\*\*.*?\*\//gs, '');
}

const files = [
  'README.md',
  ...['src', 'web/src', 'docs', 'profiles'].flatMap((folder) =>
    readdirSync(join(projectRoot, folder), { recursive: true, encoding: 'utf8' })
      .filter((path) => /\.(tsx?|md|yaml|json)$/.test(path))
      .map((path) => join(folder, path)),
  ),
];

test.each(banned)('%s is not said', (phrase, instead) => {
  const saying = files.filter((path) => phrase.test(spoken(path)));
  expect(saying, `write: ${instead}`).toEqual([]);
});

test('something is read', () => {
  expect(files.length).toBeGreaterThan(500);
});
