// Reply sentences of the API as data. A tag is accepted anywhere, and unknown words are skipped, as the manual asks
// of clients.

import type { Row } from '../device.ts';
import { forEachWord } from './codec.ts';

export interface Trap {
  readonly message: string;
  /** 0 to 7; often absent, so nothing is decided by it alone. */
  readonly category?: number;
}

const tagPrefix = '.tag=';
const dot = 0x2e;

export interface ReplySentence {
  /** `!re`, `!done`, `!empty`, `!trap`, `!fatal`, or something newer. */
  readonly type: string;
  readonly tag: string | undefined;
  readonly row: Row;
  /** Words that are neither attribute nor tag: the reason of `!fatal`. */
  readonly bare: readonly string[];
}

/** Of a sentence that is still bytes, all that has to be known before the answer that it is part of has ended. */
export function labelOf(sentence: Buffer): Pick<ReplySentence, 'type' | 'tag'> {
  let type: string | undefined;
  let tag: string | undefined;
  forEachWord(sentence, (start, end) => {
    if (type === undefined) type = sentence.toString('latin1', start, end);
    else if (sentence[start] === dot) {
      const word = sentence.toString('latin1', start, end);
      if (word.startsWith(tagPrefix)) tag = word.slice(tagPrefix.length);
    }
    return tag === undefined;
  });
  return { type: type ?? '', tag };
}

export function readReply([type = '', ...words]: readonly string[]): ReplySentence {
  const row: Record<string, string> = {};
  const bare: string[] = [];
  let tag: string | undefined;
  for (const word of words) {
    const attribute = attributeOf(word);
    if (attribute) row[attribute[0]] = attribute[1];
    else if (word.startsWith(tagPrefix)) tag = word.slice(tagPrefix.length);
    else bare.push(word);
  }
  return { type, tag, row, bare };
}

/** Undefined: the word is none. */
export function attributeOf(word: string): readonly [name: string, value: string] | undefined {
  const equals = word.startsWith('=') ? word.indexOf('=', 1) : -1;
  return equals > 0 ? [word.slice(1, equals), word.slice(equals + 1)] : undefined;
}

export function trapOf(row: Row): Trap {
  const message = row.message ?? 'no reason given';
  const category = Number(row.category ?? Number.NaN);
  return Number.isInteger(category) ? { message, category } : { message };
}
