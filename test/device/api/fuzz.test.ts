// Whatever bytes come, both ends of the API answer or hang up; `pnpm fuzz:long` goes on from there.

import { expect, test } from 'vitest';
import { fuzz } from '../../support/fuzz.ts';
import { clientOfMutants, serverOfMutants } from '../../support/fuzz-api.ts';

test('300 streams of answers', async () => {
  const { attempt, close } = await clientOfMutants();
  const { failures, accepted } = await fuzz(attempt, 1, 300);
  await close();
  expect(failures).toEqual([]);
  expect(accepted).toBeGreaterThan(50);
});

test('200 streams of commands', async () => {
  const { failures, accepted } = await fuzz(serverOfMutants(), 1, 200);
  expect(failures).toEqual([]);
  expect(accepted).toBeGreaterThan(50);
});
