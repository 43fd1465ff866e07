// Documents are generated from what they describe, or executed against it.

import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, test } from 'vitest';
import { buildProgram } from '../src/commands/program.ts';
import { rules } from '../src/offload/rules.ts';
import { rulesDocument } from '../src/report/rules-document.ts';
import { memoryIo, projectRoot } from './support/memory-io.ts';
import { fixturesOf } from './support/rule-fixtures.ts';

test('RULES.md is what the rules say', async () => {
  const page = rulesDocument(rules, (id) => {
    const bad = fixturesOf(id).find(({ kind }) => kind === 'bad');
    return bad && frameOf(readFileSync(bad.path.replace(/\.rsc$/, '.txt'), 'utf8'));
  });
  await expect(page).toMatchFileSnapshot(join(projectRoot, 'RULES.md'));
});

describe('links in the documents lead somewhere', () => {
  const documents = ['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'CHANGELOG.md'];
  test.each(documents)('%s', (name) => {
    const text = readFileSync(join(projectRoot, name), 'utf8');
    const links = [...text.matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map(([, link]) => link ?? '');
    const missing = links.filter((link) => !exists(link));
    expect(missing).toEqual([]);
  });
});

test('every command that the README shows exists', () => {
  const known = buildProgram(memoryIo(), () => undefined).commands.map((command) => command.name());
  const text = readFileSync(join(projectRoot, 'README.md'), 'utf8');
  const shown = [...text.matchAll(/`rosc ([a-z]+)/g)].map(([, verb]) => verb ?? '');
  expect(shown.length).toBeGreaterThan(5);
  expect(shown.filter((verb) => !known.includes(verb))).toEqual([]);
});

/** A diagnostic without its prose, which the page has already. */
function frameOf(rendered: string): string {
  return rendered.split('\n\n')[0] ?? rendered;
}

function exists(path: string): boolean {
  try {
    readFileSync(join(projectRoot, relative('.', path)));
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EISDIR';
  }
}
