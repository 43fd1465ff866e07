// A fixed set of mutated sites is checked without a crash; `pnpm fuzz:long` goes on from there.

import { expect, test } from 'vitest';
import { fuzz } from '../../support/fuzz.ts';
import { checkOfMutants } from '../../support/fuzz-sites.ts';

test('300 mutated sites', async () => {
  const { failures, accepted } = await fuzz(checkOfMutants(), 1, 300);
  expect(failures).toEqual([]);
  // About one in five is still a site; which are drawn changes with each fixture that is added.
  expect(accepted).toBeGreaterThan(50);
});
