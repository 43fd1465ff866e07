// The framing of the API: every length form, every segmentation, every byte sequence.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CodecError, encodeSentence, SentenceDecoder, wordsOf } from '../../../src/device/api/codec.ts';
import { rowsOf } from '../../../src/device/api/rows.ts';
import { labelOf, readReply } from '../../../src/device/api/sentence.ts';

/** The whole stream cut at the given places. Its sentences are read when the last piece has come. */
function decodeCut(stream: Buffer, cuts: readonly number[]): readonly (readonly string[])[] {
  const decoder = new SentenceDecoder();
  const places = [...new Set(cuts.map((cut) => cut % (stream.length + 1)))].sort((a, b) => a - b);
  const sentences: Buffer[] = [];
  let start = 0;
  for (const end of [...places, stream.length]) {
    sentences.push(...decoder.frames(Buffer.from(stream.subarray(start, end))));
    start = end;
  }
  return sentences.map(wordsOf);
}

/** One word of raw bytes as a sentence, framed by hand. */
function framed(bytes: readonly number[]): Buffer {
  return Buffer.from([bytes.length, ...bytes, 0]);
}

/** Any character; `fc.string` has them as `binary`, for which it builds a table of all 1.1 million. */
const character = fc
  .oneof(fc.nat(0xd7ff), fc.integer({ min: 0xe000, max: 0x10ffff }))
  .map((code) => String.fromCodePoint(code));
const word = fc.oneof(
  fc.string({ unit: character, minLength: 1, maxLength: 40 }),
  fc.integer({ min: 0x70, max: 0x4100 }).map((length) => 'w'.repeat(length)),
);
const sentence = fc.array(word, { minLength: 1, maxLength: 6 });

describe('encodeSentence', () => {
  it.each([
    [0x7f, [0x7f]],
    [0x80, [0x80, 0x80]],
    [0x3fff, [0xbf, 0xff]],
    [0x4000, [0xc0, 0x40, 0x00]],
    [0x1fffff, [0xdf, 0xff, 0xff]],
    [0x200000, [0xe0, 0x20, 0x00, 0x00]],
  ])('prefixes a word of %i bytes', (length, prefix) => {
    const encoded = encodeSentence(['x'.repeat(length)]);
    expect([...encoded.subarray(0, prefix.length)]).toEqual(prefix);
    expect(encoded).toHaveLength(prefix.length + length + 1);
    expect(encoded.at(-1)).toBe(0);
    expect(new SentenceDecoder().push(encoded)[0]?.[0]).toHaveLength(length);
  });

  it('refuses a sentence of endless words long before its bytes are many', () => {
    const decoder = new SentenceDecoder();
    const words = Buffer.from('\u0001a'.repeat(10_000));
    expect(decoder.push(words)).toEqual([]);
    expect(() => decoder.push(Buffer.from('\u0001a'))).toThrow(CodecError);
  });

  it('counts bytes, not characters', () => {
    expect([...encodeSentence(['ü'])]).toEqual([2, 0xc3, 0xbc, 0]);
  });

  it('refuses an empty word, which would end the sentence early', () => {
    expect(() => encodeSentence(['/login', ''])).toThrow('empty word');
  });
});

describe('SentenceDecoder', () => {
  it('gives back what was encoded, however the stream is cut', () => {
    fc.assert(
      fc.property(fc.array(sentence, { maxLength: 8 }), fc.array(fc.nat(), { maxLength: 12 }), (sentences, cuts) => {
        expect(decodeCut(Buffer.concat(sentences.map(encodeSentence)), cuts)).toEqual(sentences);
      }),
    );
  });

  it('decodes a stream that comes byte by byte', () => {
    const sentences = [['!re', `=comment=${'ü'.repeat(9000)}`], ['!done']];
    const stream = Buffer.concat(sentences.map(encodeSentence));
    expect(decodeCut(stream, [...stream.keys()])).toEqual(sentences);
  });

  it('tells type and tag of a sentence that nobody has read as its reader does', () => {
    const plain = fc.string({ minLength: 1 }).filter((each) => !each.startsWith('.tag='));
    const tagged = fc.tuple(fc.array(plain, { minLength: 1 }), fc.nat(99), fc.array(plain));
    fc.assert(
      fc.property(tagged, ([before, tag, after]) => {
        const words = ['!re', ...before, `.tag=${tag}`, ...after];
        const { type, tag: read } = readReply(words);
        expect(labelOf(encodeSentence(words))).toEqual({ type, tag: read });
      }),
    );
  });

  it('reads rows that repeat words of the row before as it reads them alone', () => {
    const word = fc.constantFrom('=name=a', '=name=b', '=name=', '=name', '=', '=a=1', '=b=1=2', '.tag=7', 'ü', '=ü=ü');
    fc.assert(
      fc.property(fc.array(fc.array(word)), (rows) => {
        const sentences = rows.map((words) => ['!re', ...words]);
        expect(rowsOf(sentences.map(encodeSentence))).toEqual(sentences.map((words) => readReply(words).row));
      }),
    );
  });

  it('drops empty sentences', () => {
    expect(new SentenceDecoder().push(Buffer.from([0, 0, 1, 0x61, 0, 0]))).toEqual([['a']]);
  });

  it('carries any bytes through and back', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1, maxLength: 100 }), (bytes) => {
        const stream = framed([...bytes]);
        const [words = []] = new SentenceDecoder().push(stream);
        expect(encodeSentence(words)).toEqual(stream);
      }),
    );
  });

  it.each([
    ['a code-page umlaut', [0x4b, 0xfc, 0x63, 0x68], 'K\udcfcch'],
    ['a sequence cut short', [0xe2, 0x82], '\udce2\udc82'],
    ['an encoded surrogate', [0xed, 0xa0, 0x80], '\udced\udca0\udc80'],
    ['valid text around one bad byte', [0xc3, 0xbc, 0xff, 0xc3, 0xbc], 'ü\udcffü'],
    ['a genuine replacement character', [0xef, 0xbf, 0xbd], '\ufffd'],
  ])('keeps %s', (_, bytes, text) => {
    const [words = []] = new SentenceDecoder().push(framed(bytes));
    expect(words).toEqual([text]);
  });

  it.each([0xf1, 0xf8, 0xff])('stops at the control byte 0x%s', (byte) => {
    const decoder = new SentenceDecoder();
    expect(() => decoder.push(Buffer.from([byte]))).toThrow(CodecError);
  });

  it('stops at a word over the limit before its bytes come', () => {
    const decoder = new SentenceDecoder();
    expect(() => decoder.push(Buffer.from([0xf0, 0x04, 0x00, 0x00, 0x01]))).toThrow(/more than 4194304 bytes/);
  });

  it('stops at a sentence that never ends', () => {
    const decoder = new SentenceDecoder(100);
    const endless = encodeSentence(['x'.repeat(40)]).subarray(0, -1);
    decoder.push(endless);
    decoder.push(endless);
    expect(() => decoder.push(endless)).toThrow(CodecError);
  });

  it('finds every sentence of a long stream, wherever it is cut', () => {
    const words = ['!re', ...Array.from({ length: 11 }, (_, index) => `=property-${index}=value ${index}`)];
    const stream = Buffer.concat(Array<Buffer>(2000).fill(encodeSentence(words)));
    const decoder = new SentenceDecoder();
    const sentences: (readonly string[])[] = [];
    for (let at = 0; at < stream.length; at += 4093) sentences.push(...decoder.push(stream.subarray(at, at + 4093)));
    expect(sentences).toEqual(Array(2000).fill(words));
  });
});
