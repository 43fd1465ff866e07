// Whatever bytes come, the page's server answers in order or hangs up; `pnpm fuzz:long` goes on from there.

import { expect, test } from 'vitest';
import { fuzz } from '../support/fuzz.ts';
import { requestsOfMutants } from '../support/fuzz-http.ts';

test('300 streams of requests', async () => {
  const { attempt, close } = await requestsOfMutants();
  const { failures, accepted } = await fuzz(attempt, 1, 300);
  await close();
  expect(failures).toEqual([]);
  expect(accepted).toBeGreaterThan(10);
});
