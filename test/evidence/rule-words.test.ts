// What rules say of themselves, as `profiles/rules/` has it: each rule has its words, in the file of its group.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { groupOf } from '../../src/offload/rule.ts';
import { rules } from '../../src/offload/rules.ts';
import { chipFacts, modelFacts } from '../../src/profile/fact.ts';
import { projectRoot } from '../support/project-root.ts';

test('they are of the rules that there are, group by group', () => {
  const folder = join(projectRoot, 'profiles', 'rules');
  const held = readdirSync(folder).flatMap((file) =>
    Object.keys(JSON.parse(readFileSync(join(folder, file), 'utf8'))).map((id) => `${file} ${id}`),
  );
  expect(held.sort()).toEqual(rules.map(({ id }) => `${groupOf(id)}.json ${id}`).sort());
});

test('the facts that they list exist', () => {
  const known = new Set([...Object.keys(chipFacts), ...Object.keys(modelFacts)]);
  expect(rules.flatMap(({ facts }) => facts).filter((fact) => !known.has(fact))).toEqual([]);
});
