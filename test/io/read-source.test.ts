// Files as other programs leave them: in UTF-16, with carriage returns alone, and what is no text at all.

import { expect, test } from 'vitest';
import { main } from '../../src/cli.ts';
import { decode, sourceOf } from '../../src/io/read-source.ts';
import { defaultLimits } from '../../src/source/limits.ts';
import { memoryIo } from '../support/memory-io.ts';
import { projectRoot } from '../support/project-root.ts';

const text =
  '# 2026-01-05 08:00:00 by RouterOS 7.18.2\r\n# model = RB5009UG+S+\r\n/interface bridge\r\nadd name=bridge1\r\n';
const limits = defaultLimits;

function swapped(bytes: Buffer): Buffer {
  return Buffer.from(bytes).swap16();
}

test.each([
  ['little-endian with a mark', Buffer.from(`\ufeff${text}`, 'utf16le')],
  ['little-endian', Buffer.from(text, 'utf16le')],
  ['big-endian with a mark', swapped(Buffer.from(`\ufeff${text}`, 'utf16le'))],
  ['big-endian', swapped(Buffer.from(text, 'utf16le'))],
])('UTF-16, %s, is read, and said', (_, bytes) => {
  const { value, diagnostics } = sourceOf({ bytes, limits }, 'a.rsc');
  expect(value?.text).toBe(text);
  expect(diagnostics.map(({ code, severity }) => [code, severity])).toEqual([['file/utf-16', 'warning']]);
});

test('a binary file stays one', () => {
  const bytes = Uint8Array.from([0x88, 0xac, 0xa1, 0xb1, 0, 0, 1, 0, 7]);
  expect(sourceOf({ bytes, limits }, 'a.backup')).toMatchObject({
    value: undefined,
    diagnostics: [{ code: 'file/binary', severity: 'error' }],
  });
});

test('a carriage return alone ends a line where nothing else does', () => {
  const plain = text.replaceAll('\r\n', '\n');
  const bytes = Buffer.from(text.replaceAll('\r\n', '\r'));
  expect(sourceOf({ bytes, limits }, 'a.rsc')).toMatchObject({ value: { text: plain }, diagnostics: [] });
  expect(sourceOf({ bytes: Buffer.from(text), limits }, 'a.rsc').value?.text).toBe(decode(Buffer.from(text)));
});

test('an audit of such a file says the same as of any other, and how it was read', async () => {
  const io = memoryIo();
  const plain = text.replaceAll('\r\n', '\n');
  await io.writeFile(`${projectRoot}/plain.rsc`, plain);
  expect(await main(['audit', 'plain.rsc', '--json'], io)).toBe(0);
  const expected = JSON.parse(io.out());
  const returns = memoryIo();
  await returns.writeFile(`${projectRoot}/plain.rsc`, plain.replaceAll('\n', '\r'));
  expect(await main(['audit', 'plain.rsc', '--json'], returns)).toBe(0);
  expect(JSON.parse(returns.out())).toEqual(expected);
});
