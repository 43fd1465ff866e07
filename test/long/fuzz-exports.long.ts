// `pnpm fuzz:long`: 100,000 mutated exports are audited without a crash and without a hang.

import { test } from 'vitest';
import { auditOfMutants } from '../support/fuzz-exports.ts';
import { reportFuzz } from './report-fuzz.ts';

test('mutated exports', () => reportFuzz('exports', auditOfMutants(), 0.5));
