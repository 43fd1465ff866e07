// Whatever a person types: a site is read without an exception, every place lies in its file, and what is read can
// be lowered.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Diagnostic } from '../../src/diagnostics/diagnostic.ts';
import { loadIntent } from '../../src/intent/load.ts';
import { lower } from '../../src/lower/lower.ts';
import { builtInProfiles } from '../support/built-in-profiles.ts';
import { examples } from '../support/examples.ts';
import { validSite } from '../support/valid-site.ts';

const profiles = builtInProfiles();
/** Halves of characters, from U+D800 on. */
const surrogates = 0x800;
const words = validSite.match(/[A-Za-z0-9./-]+|[{}[\]:,#&*!"]|\n *- |\n +/g) ?? [];

/** Any character. The unit `binary` of fast-check stands for the same ones, by a table of 86 MB. */
const character = fc
  .nat(0x10_ffff - surrogates)
  .map((number) => String.fromCodePoint(number < 0xd800 ? number : number + surrogates));

/** The sound site after a few edits: words removed, replaced by others of the file, or doubled; and text put in. */
const edited = fc
  .array(
    fc.record({
      at: fc.nat(validSite.length),
      cut: fc.nat(12),
      put: fc.oneof(fc.constantFrom('', ...words), fc.string({ maxLength: 6, unit: character })),
    }),
    { minLength: 1, maxLength: 6 },
  )
  .map((edits) => edits.reduce((text, { at, cut, put }) => text.slice(0, at) + put + text.slice(at + cut), validSite));

function expectPlacesInFile(diagnostics: readonly Diagnostic[], length: number): void {
  for (const { primary, related, what } of diagnostics) {
    expect(what).toMatch(/\S/);
    for (const { at } of [primary, ...related]) {
      if (at.kind !== 'source') continue;
      expect(at.start).toBeGreaterThanOrEqual(0);
      expect(at.end).toBeLessThanOrEqual(length);
      expect(at.start).toBeLessThanOrEqual(at.end);
    }
  }
}

test('no edit makes reading or lowering throw', () => {
  fc.assert(
    fc.property(edited, (text) => {
      const { value, diagnostics } = loadIntent({ path: 'site.yaml', text }, { profiles });
      expectPlacesInFile(diagnostics, text.length);
      for (const [name, { target }] of value?.devices ?? []) {
        if (value) expectPlacesInFile(lower(value, name, target).diagnostics, text.length);
      }
    }),
    { numRuns: examples(250, 750) },
  );
});
