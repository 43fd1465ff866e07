// Regular expressions of scripts: where POSIX's and JavaScript's mean the same, the engine of JavaScript is the judge.

import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { readPattern } from '../../src/source/pattern.ts';

const { expression } = fc.letrec<{ expression: string; piece: string }>((tie) => ({
  expression: fc
    .array(fc.array(tie('piece'), { maxLength: 3 }), { minLength: 1, maxLength: 2 })
    .map((choices) => choices.map((pieces) => pieces.join('')).join('|')),
  piece: fc
    .tuple(
      fc.oneof(
        { maxDepth: 2 },
        fc.constantFrom('a', 'b', '-', '.', '\\.', '\\$', '[ab]', '[^a]', '[a-b-]'),
        tie('expression').map((inner) => `(${inner})`),
      ),
      fc.constantFrom('', '', '', '*', '+', '?', '{2}', '{1,2}', '{0,}'),
    )
    .map((parts) => parts.join('')),
}));
const edges = fc.constantFrom(['', ''], ['^', ''], ['', '$'], ['^', '$']);
const text = fc.array(fc.constantFrom('a', 'b', '-', '.', '$', 'c'), { maxLength: 8 }).map((all) => all.join(''));

test('a pattern is found where JavaScript finds it', () => {
  let found = 0;
  fc.assert(
    fc.property(expression, edges, text, (inner, [begin, end], searched) => {
      const pattern = `${begin}(${inner})${end}`;
      const isFound = new RegExp(pattern).test(searched);
      if (isFound) found++;
      expect(readPattern(pattern)?.matches(searched)).toBe(isFound);
    }),
    { numRuns: 2000 },
  );
  expect(found).toBeGreaterThan(500);
});

it.each(['(a+)+$', '^(a|a)*$', 'a*a*a*a*a*a*a*a*a*b', '(a?){30}a{30}$'])('no text makes %s slow', (pattern) => {
  expect(readPattern(pattern)?.matches(`${'a'.repeat(5000)}!`)).toBe(false);
});

describe('POSIX', () => {
  it.each<[pattern: string, text: string, isFound: boolean]>([
    ['[[:digit:]]+', 'x5', true],
    ['^[[:alpha:]_]+$', 'a_b', true],
    ['^[]x]$', ']', true],
    ['a{2}', 'aba', false],
    ['', 'anything', true],
  ])('%s in %s', (pattern, searched, isFound) => {
    expect(readPattern(pattern)?.matches(searched)).toBe(isFound);
  });

  it.each(['*a', '(a', 'a)', '[a', 'a{2,1}', '\\d', '[\\d]', 'a\\', 'a'.repeat(501), 'a{999}{999}'])(
    'does not guess at %s',
    (pattern) => expect(readPattern(pattern)).toBeUndefined(),
  );
});
