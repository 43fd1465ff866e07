// `pnpm fuzz:long`: 100,000 mutated sites are checked without a crash and without a hang.

import { test } from 'vitest';
import { checkOfMutants } from '../support/fuzz-sites.ts';
import { reportFuzz } from './report-fuzz.ts';

test('mutated sites', () => reportFuzz('sites', checkOfMutants(), 0.1));
