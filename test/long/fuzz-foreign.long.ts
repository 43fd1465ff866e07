// `pnpm fuzz:foreign`: 10,000 mutated configurations of other makers. `FUZZ_COUNT` and `FUZZ_FIRST` choose other seeds.

import { expect, test } from 'vitest';
import { fuzzForeign } from '../support/fuzz-foreign.ts';

const chunk = 500;

test('mutated configurations of other makers', () => {
  const first = Number(process.env.FUZZ_FIRST ?? 1);
  const count = Number(process.env.FUZZ_COUNT ?? 10_000);
  let imported = 0;
  for (let done = 0; done < count; done += chunk) {
    const result = fuzzForeign(first + done, Math.min(chunk, count - done));
    expect(result.failures).toEqual([]);
    imported += result.imported;
    process.stderr.write(`${done + chunk} read, ${imported} imported\n`);
  }
  expect(imported).toBeGreaterThan(count / 2);
});
