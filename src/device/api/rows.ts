// The rows of one answer, from its sentences. Tables repeat themselves: a word that stands as in the row before is not
// read again and shares its text, which makes long answers a third of the size.

import { rowFieldsMax } from '../allowance.ts';
import type { Row } from '../device.ts';
import { CodecError, decodeText, forEachWord } from './codec.ts';
import { attributeOf } from './sentence.ts';

interface Word {
  readonly sentence: Buffer;
  readonly start: number;
  readonly end: number;
  readonly attribute: readonly [name: string, value: string] | undefined;
}

/** Throws CodecError where they have more names among them than one row may have. */
export function rowsOf(sentences: readonly Buffer[]): readonly Row[] {
  const before: Word[] = [];
  const names = new Set<string>();
  return sentences.map((sentence) => {
    const row: Record<string, string> = {};
    let index = 0;
    forEachWord(sentence, (start, end) => {
      let word = before[index];
      if (!word || sentence.compare(word.sentence, word.start, word.end, start, end) !== 0) {
        word = { sentence, start, end, attribute: attributeOf(decodeText(sentence, start, end)) };
        before[index] = word;
        if (word.attribute && names.add(word.attribute[0]).size > rowFieldsMax) {
          throw new CodecError('too-long', `rows of more than ${rowFieldsMax} names`);
        }
      }
      if (word.attribute) row[word.attribute[0]] = word.attribute[1];
      index += 1;
      return true;
    });
    return row;
  });
}
