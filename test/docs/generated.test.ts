// Documents are generated from what they describe, or executed against it.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, expect, inject, test } from 'vitest';
import { buildProgram } from '../../src/commands/program.ts';
import type { Rule } from '../../src/offload/rule.ts';
import { rules } from '../../src/offload/rules.ts';
import { siteJsonSchema } from '../../src/report/site-schema.ts';
import { builtInProfiles } from '../support/built-in-profiles.ts';
import { ruleDocuments } from '../support/documents/rules-document.ts';
import { siteReference } from '../support/documents/site-reference.ts';
import { memoryIo } from '../support/memory-io.ts';
import { projectRoot } from '../support/project-root.ts';
import { fixturesOf, goldenOf, openFixture, type RuleFixture, renderedFindings } from '../support/rule-fixtures.ts';

describe('docs/rules/ is what the rules say', () => {
  const folder = join(projectRoot, 'docs/rules');
  const pages = ruleDocuments(rules, (rule) => {
    const bad = fixturesOf(rule.id).find(({ kind }) => kind === 'bad');
    return bad && frameOf(rendered(rule, bad));
  });

  /** As its golden file says, which `offload/rules.test.ts` holds to the rule; with `-u` that may be as old as the page. */
  function rendered(rule: Rule, { path, file }: RuleFixture): string {
    const golden = goldenOf(path);
    if (!inject('isUpdating') && existsSync(golden)) return readFileSync(golden, 'utf8');
    return renderedFindings(rule, rule.check(openFixture(file).context));
  }

  test.each([...pages])('%s', async (name, page) => {
    await expect(page).toMatchFileSnapshot(join(folder, name));
  });

  test('and no page of a former group', () => {
    expect(readdirSync(folder).filter((name) => !pages.has(name))).toEqual([]);
  });
});

test('docs/site-reference.md is what the schema says', async () => {
  const page = siteReference(siteJsonSchema(builtInProfiles()));
  await expect(page).toMatchFileSnapshot(join(projectRoot, 'docs/site-reference.md'));
});

describe('links in the documents lead somewhere', () => {
  const documents = [
    ...['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'CHANGELOG.md'],
    ...['docs', 'docs/rules'].flatMap((folder) =>
      readdirSync(join(projectRoot, folder))
        .filter((file) => file.endsWith('.md'))
        .map((file) => `${folder}/${file}`),
    ),
  ];
  test.each(documents)('%s', (name) => {
    const text = readFileSync(join(projectRoot, name), 'utf8');
    const links = [...text.matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map(([, link]) => link ?? '');
    const missing = links.filter((link) => !exists(join(dirname(name), link)));
    expect(missing).toEqual([]);
  });
});

test('every command that the README shows exists', () => {
  const known = buildProgram(
    memoryIo(),
    () => undefined,
    () => undefined,
  ).commands.map((command) => command.name());
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
