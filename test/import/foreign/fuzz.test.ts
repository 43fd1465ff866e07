// Some mutants; `pnpm fuzz:foreign` takes 10,000.

import { expect, test } from 'vitest';
import { fuzzForeign } from '../../support/fuzz-foreign.ts';

/** As few of the first hundred as run every block of the program that the hundred run, and one more that is refused. */
const seeds = [
  ...[5, 6, 8, 10, 19, 20, 21, 22, 26, 28, 29, 30, 31, 32, 36, 38, 40, 44, 47, 52, 57, 62, 64, 66, 71, 72, 73, 76, 78],
  ...[90, 91, 94, 100],
];

test('mutated configurations of other makers are imported or refused, and every line is accounted for', () => {
  const { imported, failures } = fuzzForeign(seeds);
  expect(failures).toEqual([]);
  expect(imported).toBe(seeds.length - 2);
});
