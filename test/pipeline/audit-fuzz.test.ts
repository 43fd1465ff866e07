// A fixed set of mutated exports is audited without a crash; `pnpm fuzz:long` goes on from there.

import { expect, test } from 'vitest';
import { fuzzExports } from '../support/fuzz-exports.ts';
import { exportSeeds } from '../support/mutate-export.ts';

test('400 mutated exports', () => {
  expect(exportSeeds().length).toBeGreaterThan(400);
  const { failures, judged } = fuzzExports(1, 400);
  expect(failures).toEqual([]);
  expect(judged).toBeGreaterThan(200);
});
