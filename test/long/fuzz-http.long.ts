// `pnpm fuzz:long`: 100,000 streams of bytes for the page's server, without a crash, a hang, or data without the token.

import { test } from 'vitest';
import { requestsOfMutants } from '../support/fuzz-http.ts';
import { reportFuzz } from './report-fuzz.ts';

test('streams of requests', async () => {
  const { attempt, close } = await requestsOfMutants();
  await reportFuzz('requests', attempt, 0.4);
  await close();
});
