// A fixed set of mutated exports is audited without a crash; `pnpm fuzz:long` goes on from there.

import { expect, test } from 'vitest';
import { fuzz } from '../../support/fuzz.ts';
import { auditOfMutants } from '../../support/fuzz-exports.ts';
import { exportSeeds } from '../../support/mutate-export.ts';

test('200 mutated exports', async () => {
  expect(exportSeeds().length).toBeGreaterThan(400);
  const { failures, accepted } = await fuzz(auditOfMutants(), 1, 200);
  expect(failures).toEqual([]);
  expect(accepted).toBeGreaterThan(100);
});
