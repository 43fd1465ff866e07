// `pnpm fuzz:long`: 100,000 streams of bytes for each end of the API, and for who reads over REST, without a crash and
// without a hang.

import { test } from 'vitest';
import { clientOfMutants, serverOfMutants } from '../support/fuzz-api.ts';
import { restClientOfMutants } from '../support/fuzz-rest.ts';
import { reportFuzz } from './report-fuzz.ts';

test('streams of answers', async () => {
  const { attempt, close } = await clientOfMutants();
  await reportFuzz('answers', attempt, 0.2);
  await close();
});

test('streams of commands', () => reportFuzz('commands', serverOfMutants(), 0.2));

test('answers over REST', async () => {
  const { attempt, close } = await restClientOfMutants();
  await reportFuzz('REST answers', attempt, 0.1);
  await close();
});
