// Scripts are stored once and run many times: each text is parsed once for all devices of one target.

import { derivedOnce } from '../../../source/grouping.ts';
import { orTrap, Trap } from '../trap.ts';
import type { Block } from './ast.ts';
import { parseScript } from './parse-command.ts';
import type { Vocabulary } from './parser-scope.ts';

/** What a text means depends on the vocabulary alone. */
const parsedTexts = derivedOnce((_: Vocabulary) => new Map<string, Block | Trap>());

/** More texts than a commit has; then all are forgotten. */
const textsMax = 500;

/** Throws a Trap like `parseScript`. */
export function parseOnce(text: string, vocabulary: Vocabulary): Block {
  const texts = parsedTexts(vocabulary);
  const parsed = texts.get(text) ?? orTrap(() => parseScript(text, vocabulary));
  if (texts.size >= textsMax) texts.clear();
  texts.set(text, parsed);
  if (parsed instanceof Trap) throw parsed;
  return parsed;
}
