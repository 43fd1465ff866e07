// A fixed set of mutated sites is checked without a crash; `pnpm fuzz:long` goes on from there.

import { expect, test } from 'vitest';
import { fuzz } from '../support/fuzz.ts';
import { checkOfMutants } from '../support/fuzz-sites.ts';

test('100 mutated sites', async () => {
  const { failures, accepted } = await fuzz(checkOfMutants(), 1, 100);
  expect(failures).toEqual([]);
  expect(accepted).toBeGreaterThan(20);
});
