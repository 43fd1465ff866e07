// The recipes of CONTRIBUTING.md: `pnpm new` finds the places that it edits, and leaves in each what is to be filled in.

import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { projectRoot } from '../support/project-root.ts';

const folder = mkdtempSync(join(tmpdir(), 'rosc-new-'));
const edited = ['src', 'profiles', 'test/commands/canaries-everywhere.test.ts'];
for (const path of ['scripts/new.mjs', 'biome.json', 'package.json', 'tsconfig.json', ...edited]) {
  cpSync(join(projectRoot, path), join(folder, path), { recursive: true });
}
symlinkSync(join(projectRoot, 'node_modules'), join(folder, 'node_modules'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Those that are like another have its facts. */
const ownChips = readdirSync(join(projectRoot, 'profiles/chips')).filter(
  (file) => !/^like:/m.test(readFileSync(join(projectRoot, 'profiles/chips', file), 'utf8')),
);

test.each([
  { recipe: 'rule mtu/of-test', files: 6 },
  { recipe: 'fact l2.of-test', files: 1 + ownChips.length },
  { recipe: 'fact power.of-test', files: 1 },
  { recipe: 'model OF-TEST', files: 1 },
  { recipe: 'command of-test', files: 6 },
  { recipe: 'key of-test acl', files: 2 },
  { recipe: 'key of-tests device', files: 4 },
])('pnpm new $recipe', ({ recipe, files }) => {
  const said = execFileSync('node', [join(folder, 'scripts/new.mjs'), ...recipe.split(' ')], { encoding: 'utf8' });
  const made = said.trim().split(/\s+/);
  expect(made).toHaveLength(files);
  const texts = made.map((path) => readFileSync(join(folder, path), 'utf8'));
  expect(texts.join('\n')).toMatch(/\bFILL/);
  for (const text of texts) expect(text).toMatch(/\bFILL|of-?test|bridge1|^0$/im);
});

test('what it makes has the right types', () => {
  const files = ['src/offload/mtu/of-test.ts', 'src/commands/of-test.ts', 'src/lower/of-tests.ts'];
  writeFileSync(join(folder, 'made.json'), JSON.stringify({ extends: './tsconfig.json', include: [], files }));
  const compiler = join(folder, 'node_modules/.bin/tsc');
  const { stdout } = spawnSync(compiler, ['--checkers', '1', '-p', 'made.json'], { cwd: folder, encoding: 'utf8' });
  expect(stdout).toBe('');
});

test('a fact stands with those of its area', () => {
  const text = readFileSync(join(folder, 'src/profile/fact.ts'), 'utf8');
  const [chips = '', models = ''] = text.split('export const modelFacts');
  expect(chips).toMatch(/'l2\.of-test'[^\n]*\n {2}'l3\./);
  expect(models).toContain("'power.of-test'");
});
