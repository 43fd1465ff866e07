// The evidence of each code, as `profiles/evidence/` has it: of codes that something says, by sources that exist.

import { expect, test } from 'vitest';
import { evidencedCodes, evidenceOf } from '../../src/evidence/evidence-of.ts';
import { rules } from '../../src/offload/rules.ts';
import { builtInProfiles } from '../support/built-in-profiles.ts';
import { forwardingCodes } from '../support/differential/forwarding-codes.ts';

test('none is of a code that nothing can say', () => {
  const said = new Set<string>([...rules.map(({ id }) => id), ...forwardingCodes()]);
  expect(evidencedCodes.filter((code) => !said.has(code))).toEqual([]);
});

test('its sources exist', () => {
  const { sources } = builtInProfiles();
  const cited = evidencedCodes.flatMap((id) => evidenceOf(id).map(({ citation }) => `${citation} (${id})`));
  expect(cited.filter((text) => !sources.has(text.split(/[# ]/)[0] ?? ''))).toEqual([]);
});
