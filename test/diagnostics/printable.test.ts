// Text of files and devices that would move the cursor, turn the reading direction or break a line on a terminal is
// shown as what it is.

import { expect, test } from 'vitest';
import { printable } from '../../src/diagnostics/palette.ts';
import { renderDiagnostics } from '../../src/diagnostics/render-text.ts';

const hostile: readonly (readonly [string, string])[] = [
  ['escape', '\u001b'],
  ['carriage return', '\r'],
  ['delete', '\u007f'],
  ['next line', '\u0085'],
  ['zero width space', '\u200b'],
  ['line separator', '\u2028'],
  ['paragraph separator', '\u2029'],
  ['right-to-left override', '\u202e'],
  ['isolate', '\u2066'],
  ['byte order mark', '\ufeff'],
  ['tag', '\u{e0041}'],
  ['half of a character', '\ud800'],
];

test.each(hostile)('%s', (_, char) => {
  const code = char.codePointAt(0)?.toString(16).padStart(2, '0');
  expect(printable(`a${char}b`)).toBe(`a\\x${code}b`);
});

test.each(hostile)('%s in an excerpt and in words of a finding', (_, char) => {
  const text = `add comment=a${char}b\n`;
  const at = { kind: 'source', file: { path: `odd${char}.rsc`, text }, start: 4, end: 11 } as const;
  const rendered = renderDiagnostics([
    {
      code: 'rsc/example',
      severity: 'error',
      what: `what ${char}`,
      why: `why ${char}`,
      primary: { at, text: `label ${char}` },
      related: [],
      evidence: [],
    },
  ]);
  expect(rendered.replaceAll('\n', '')).not.toContain(char);
  expect(rendered).toContain('comment=a\\x');
});

test('letters of any writing, and emoji, stay', () => {
  expect(printable('Büro 東京 مكتب 🏢')).toBe('Büro 東京 مكتب 🏢');
});
