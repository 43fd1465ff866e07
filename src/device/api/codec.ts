// The framing of the RouterOS API: sentences of length-prefixed words, shared by the client and the simulated switch.
// Words are text here; bytes that are not valid UTF-8 survive as lone surrogates and are written back unchanged.
// Source: manual, developer-guides/api, "API words" and "API sentences".

import { isUtf8 } from 'node:buffer';
import { textOfBytes } from '../../model/string-escapes.ts';
import { rowBytesMax, rowFieldsMax } from '../allowance.ts';

/** The peer broke the framing: nothing after this can be understood, so the connection has to be closed. */
export class CodecError extends Error {
  readonly kind: 'control-byte' | 'too-long';

  constructor(kind: CodecError['kind'], message: string) {
    super(message);
    this.name = 'CodecError';
    this.kind = kind;
  }
}

/** The bytes of one sentence, terminator included. An empty word would end the sentence early: it throws. */
export function encodeSentence(words: readonly string[]): Buffer {
  const encoded = words.map(encodeText);
  let size = 1;
  for (const { length } of encoded) size += prefixSize(length) + length;
  const sentence = Buffer.allocUnsafe(size);
  let at = 0;
  for (const word of encoded) {
    if (word.length === 0) throw new Error('an empty word inside an API sentence');
    at = writePrefix(sentence, at, word.length);
    at += word.copy(sentence, at);
  }
  sentence[at] = 0;
  return sentence;
}

/**
 * Cuts a byte stream, itself cut anywhere, into sentences. Empty sentences are dropped, as the device drops them. Words
 * stay bytes until somebody wants them (`wordsOf`): an answer that never ends is never wanted.
 */
export class SentenceDecoder {
  readonly #bytesMax: number;
  /** Bytes received; a sentence that is not whole begins at #start, and its next word at #at. */
  #buffer: Buffer = Buffer.alloc(0);
  #start = 0;
  #at = 0;
  #end = 0;
  #words = 0;
  #sentenceBytes = 0;

  /** A sentence may have at most `bytesMax` bytes, and 10,000 words. */
  constructor(bytesMax = rowBytesMax) {
    this.#bytesMax = bytesMax;
  }

  /** The words of the sentences that this chunk completes, in order. Throws CodecError. */
  push(chunk: Buffer): readonly (readonly string[])[] {
    return this.frames(chunk).map(wordsOf);
  }

  /** The bytes of the sentences that this chunk completes, in order; nothing overwrites them. Throws CodecError. */
  frames(chunk: Buffer): readonly Buffer[] {
    this.#append(chunk);
    const frames: Buffer[] = [];
    while (this.#at < this.#end) {
      const size = prefixSizeFrom(this.#buffer[this.#at] ?? 0);
      if (this.#at + size > this.#end) break;
      const length = lengthAt(this.#buffer, this.#at, size);
      if (length > 0) this.#bound(length);
      const wordEnd = this.#at + size + length;
      if (wordEnd > this.#end) break;
      this.#at = wordEnd;
      this.#words += 1;
      this.#sentenceBytes += length;
      if (length === 0) this.#finish(frames);
    }
    return frames;
  }

  #bound(length: number): void {
    if (this.#sentenceBytes + length > this.#bytesMax) {
      throw new CodecError('too-long', `a sentence of more than ${this.#bytesMax} bytes`);
    }
    if (this.#words >= rowFieldsMax) {
      throw new CodecError('too-long', `a sentence of more than ${rowFieldsMax} words`);
    }
  }

  #finish(frames: Buffer[]): void {
    if (this.#words > 1) frames.push(this.#buffer.subarray(this.#start, this.#at));
    this.#start = this.#at;
    this.#words = 0;
    this.#sentenceBytes = 0;
  }

  /** Reads from the chunk itself when nothing is left over, else from a buffer of both; a long word doubles it. */
  #append(chunk: Buffer): void {
    const left = this.#end - this.#start;
    if (left > 0 && this.#end + chunk.length <= this.#buffer.length) {
      this.#end += chunk.copy(this.#buffer, this.#end);
      return;
    }
    const needed = left + chunk.length;
    const joined = left === 0 ? chunk : Buffer.allocUnsafe(left > chunk.length ? needed * 2 : needed);
    if (left > 0) {
      this.#buffer.copy(joined, 0, this.#start, this.#end);
      chunk.copy(joined, left);
    }
    this.#buffer = joined;
    this.#at -= this.#start;
    this.#start = 0;
    this.#end = needed;
  }
}

/** The words of a whole sentence as text. */
export function wordsOf(sentence: Buffer): readonly string[] {
  const words: string[] = [];
  forEachWord(sentence, (start, end) => {
    words.push(decodeText(sentence, start, end));
    return true;
  });
  return words;
}

/** Tells where each word of a whole sentence stands, while `use` wants to know. */
export function forEachWord(sentence: Buffer, use: (start: number, end: number) => boolean): void {
  for (let at = 0; at < sentence.length; ) {
    const size = prefixSizeFrom(sentence[at] ?? 0);
    const start = at + size;
    const end = start + lengthAt(sentence, at, size);
    if (end === start || !use(start, end)) return;
    at = end;
  }
}

/** How many bytes a prefix has that begins so. */
function prefixSizeFrom(first: number): number {
  if (first < 0x80) return 1;
  if (first < 0xc0) return 2;
  if (first < 0xe0) return 3;
  if (first < 0xf0) return 4;
  if (first === 0xf0) return 5;
  throw new CodecError('control-byte', `control byte 0x${first.toString(16)}, which the API does not define`);
}

/** The length that a prefix of `size` bytes says. */
function lengthAt(buffer: Buffer, at: number, size: number): number {
  if (size === 1) return buffer[at] ?? 0;
  if (size === 2) return buffer.readUInt16BE(at) & 0x3fff;
  if (size === 3) return buffer.readUIntBE(at, 3) & 0x1fffff;
  if (size === 4) return buffer.readUInt32BE(at) & 0x0fffffff;
  return buffer.readUInt32BE(at + 1);
}

function prefixSize(length: number): number {
  if (length < 0x80) return 1;
  if (length < 0x4000) return 2;
  if (length < 0x200000) return 3;
  return length < 0x10000000 ? 4 : 5;
}

/** Returns the offset after the prefix. */
function writePrefix(target: Buffer, at: number, length: number): number {
  switch (prefixSize(length)) {
    case 1:
      return target.writeUInt8(length, at);
    case 2:
      return target.writeUInt16BE(length | 0x8000, at);
    case 3:
      return target.writeUIntBE(length | 0xc00000, at, 3);
    case 4:
      return target.writeUInt32BE((length | 0xe0000000) >>> 0, at);
    default:
      return target.writeUInt32BE(length, target.writeUInt8(0xf0, at));
  }
}

/** Of one word. */
export function decodeText(buffer: Buffer, start: number, end: number): string {
  const text = buffer.toString('utf8', start, end);
  if (!text.includes('\ufffd')) return text;
  const bytes = buffer.subarray(start, end);
  return isUtf8(bytes) ? text : textOfBytes(bytes);
}

const escapedByte = /(?<![\ud800-\udbff])[\udc80-\udcff]/;

/** The inverse of the decoding. */
function encodeText(text: string): Buffer {
  if (!escapedByte.test(text)) return Buffer.from(text, 'utf8');
  const parts: Buffer[] = [];
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    const isByte = code >= 0xdc80 && code <= 0xdcff;
    parts.push(isByte ? Buffer.from([code - 0xdc00]) : Buffer.from(character, 'utf8'));
  }
  return Buffer.concat(parts);
}
