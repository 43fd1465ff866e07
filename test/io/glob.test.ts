// Files by a pattern: what a pattern means, and what it costs.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { glob } from '../../src/io/glob.ts';

/** A tree of folders; `asked` counts how often one of them is listed. */
function treeOf(files: readonly string[]) {
  const inside = (folder: string) => {
    const start = folder === '.' ? '' : `${folder}/`;
    return files.filter((file) => file.startsWith(start)).map((file) => file.slice(start.length).split('/'));
  };
  const state = { asked: 0 };
  const list = (folder: string, isWanted: (steps: readonly string[]) => boolean) => {
    state.asked++;
    return Promise.resolve([...new Set(inside(folder).flatMap((steps) => (isWanted(steps) ? (steps[0] ?? []) : [])))]);
  };
  return {
    state,
    listFiles: (folder: string) => list(folder, (steps) => steps.length === 1),
    listFolders: (folder: string) => list(folder, (steps) => steps.length > 1),
  };
}

const files = ['a.yaml', 'north/a.yaml', 'north/b10.yaml', 'north/b9.yaml', 'north/deep/c.yaml', 'north/.git/d.yaml'];

test.each([
  ['*.yaml', ['a.yaml']],
  ['north/b?.yaml', ['north/b9.yaml']],
  ['north/b*', ['north/b9.yaml', 'north/b10.yaml']],
  ['**/*.yaml', ['a.yaml', 'north/a.yaml', 'north/b9.yaml', 'north/b10.yaml', 'north/deep/c.yaml']],
  ['north/**/**/c*', ['north/deep/c.yaml']],
  ['south/*.yaml', []],
])('%s', async (pattern, expected) => {
  expect(await glob(treeOf(files), pattern)).toEqual(expected);
});

test('several `**` ask for no folder more often', async () => {
  const tree = treeOf([`${Array.from({ length: 12 }, (_, depth) => `d${depth}`).join('/')}/x.yaml`]);
  expect(await glob(tree, `${'**/'.repeat(10)}*.yaml`)).toHaveLength(1);
  expect(tree.state.asked).toBeLessThanOrEqual(13 * 11);
});

test('a name fits as it would a regular expression', async () => {
  const letters = (signs: readonly string[], size: number) =>
    fc.array(fc.constantFrom(...signs), { minLength: 1, maxLength: size }).map((all) => all.join(''));
  await fc.assert(
    fc.asyncProperty(letters(['a', 'b', '*', '?'], 8), letters(['a', 'b', '+'], 9), async (pattern, name) => {
      // By itself it stands for folders.
      fc.pre(/[*?]/.test(pattern) && pattern !== '**');
      const expression = new RegExp(`^${pattern.replaceAll('*', '.*').replaceAll('?', '.')}$`);
      expect((await glob(treeOf([name]), pattern)).length).toBe(expression.test(name) ? 1 : 0);
    }),
    { numRuns: 2000 },
  );
});
