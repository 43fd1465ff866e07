// A hundred mutants; `pnpm fuzz:foreign` takes 10,000.

import { expect, test } from 'vitest';
import { fuzzForeign } from '../../support/fuzz-foreign.ts';

test('mutated configurations of other makers are imported or refused, and every line is accounted for', () => {
  const { imported, failures } = fuzzForeign(1, 100);
  expect(failures).toEqual([]);
  expect(imported).toBeGreaterThan(70);
});
