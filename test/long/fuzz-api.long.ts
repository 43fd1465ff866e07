// `pnpm fuzz:long`: 100,000 streams of bytes for each end of the API, without a crash and without a hang.

import { test } from 'vitest';
import { clientOfMutants, serverOfMutants } from '../support/fuzz-api.ts';
import { reportFuzz } from './report-fuzz.ts';

test('streams of answers', async () => {
  const { attempt, close } = await clientOfMutants();
  await reportFuzz('answers', attempt, 0.2);
  await close();
});

test('streams of commands', () => reportFuzz('commands', serverOfMutants(), 0.2));
