// A scalar that was printed is read as what it was, and in quotes only where it would be read as something else.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseDocument } from 'yaml';
import { printScalar } from '../../src/import/yaml-scalar.ts';

const alike = [
  'true',
  'True',
  'TRUE',
  'tRue',
  'false',
  'null',
  'Null',
  'yes',
  'no',
  'on',
  '.inf',
  '.nan',
  '.5',
  '0x1f',
];
const text = fc.oneof(
  fc.string({ unit: fc.constantFrom(...'aeEox01.1/_+ -!'), minLength: 1, maxLength: 8 }),
  fc.string({ minLength: 1, maxLength: 8 }),
  fc.constantFrom(...alike, '0o17', '1e3', '7.20', '1.2.3', '10.0.0.0/24', '2001-01-01', 'a b', '1_000', '_1', '/1'),
);

function read(yaml: string): unknown {
  const document = parseDocument(yaml);
  return document.errors.length === 0 ? document.toJS() : undefined;
}

test('a printed text is read as itself', () => {
  fc.assert(
    fc.property(text, (value) => {
      const printed = printScalar(value);
      expect(read(printed)).toBe(value);
      const isPlain = /^[A-Za-z0-9_./!][A-Za-z0-9_./+ -]*$/.test(value) && !value.endsWith(' ');
      expect(printed === value).toBe(isPlain && read(value) === value);
    }),
    { numRuns: 3000 },
  );
});
