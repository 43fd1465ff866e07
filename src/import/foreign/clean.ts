// The lines of a captured configuration without what the terminal left in it: pagers, prompts, bells, log messages.
// Every physical line of the file stays one line here, so that all of them can be accounted for.

import { pattern } from './pattern.ts';
export type Maker = 'comware' | 'ios';

export interface CleanLine {
  /** Counted from 1. */
  readonly number: number;
  /** The configuration in it, with its indentation; empty where there is none. */
  readonly text: string;
  /** Why the line is no configuration although something stands there. */
  readonly noise?: string;
  /** Something was typed there that may have been meant as configuration. */
  readonly typed?: string;
}

export interface CleanText {
  readonly lines: readonly CleanLine[];
  /** `return` or `end` is missing: the capture broke off. */
  readonly isTruncated: boolean;
}

const terminalWord = pattern(
  [
    '^(?:\\?|sh(?:ow?)?|dis(?:p(?:lay?)?)?|ter(?:minal)?|screen-length|wr(?:ite)?|copy|',
    'save|more|exit|quit|q|end|return|en(?:able)?|super|sys(?:tem-view)?|conf(?:igure)?|',
    'undo t|logout|ping|$)(?:\\s|$)',
  ],
  'i',
);

/** `text` is the whole file. Never throws. */
export function cleanText(text: string, maker: Maker): CleanText {
  const physical = text.split('\n');
  const endsWithNewline = physical.at(-1) === '';
  if (endsWithNewline) physical.pop();
  const lines = physical.map((line, index) => cleanLine(line, index + 1, maker));
  const endWord = maker === 'comware' ? 'return' : 'end';
  const hasEnd = lines.some(({ text: each }) => each.trim() === endWord);
  const last = lines.at(-1);
  if (!hasEnd && !endsWithNewline && last && last.text.trim() !== '') {
    lines[lines.length - 1] = { number: last.number, text: '', typed: 'the file breaks off in this line' };
  }
  return { lines, isTruncated: !hasEnd };
}

function cleanLine(raw: string, number: number, maker: Maker): CleanLine {
  const text = plainText(raw);
  const trimmed = text.trim();
  if (trimmed === '') return { number, text: '', ...(raw.trim() !== '' && { noise: 'left by the terminal' }) };
  const prompt = text.startsWith(' ') ? undefined : promptOf(trimmed, maker);
  if (prompt) {
    const isHarmless = terminalWord.test(prompt.typed);
    return { number, text: '', ...(isHarmless ? { noise: 'a prompt' } : { typed: 'typed at a prompt, not printed' }) };
  }
  if (isLogMessage(trimmed)) return { number, text: '', noise: 'a log message' };
  return { number, text };
}

/** A pager's words are wiped by control characters; what stands after the last of them is the line. */
function plainText(raw: string): string {
  const pager = /-{2,} ?More ?-{2,}/i.exec(raw);
  let text = raw;
  if (pager) {
    const after = raw.slice(pager.index + pager[0].length);
    const wiped = lastWipe(after);
    text = wiped === undefined ? after.replace(/^[ \t]+/, '') : after.slice(wiped);
  }
  return text.replace(escapeSequences, '').replace(controlCharacters, '').replaceAll('\t', ' ').trimEnd();
}

const escapeSequences = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*[A-Za-z]`, 'g');
const controlCharacters = new RegExp(
  `[${String.fromCharCode(0)}-${String.fromCharCode(8)}${String.fromCharCode(11)}-${String.fromCharCode(31)}${String.fromCharCode(127)}]`,
  'g',
);

/** Where the last backspace or escape sequence ends. */
function lastWipe(text: string): number | undefined {
  const backspace = text.lastIndexOf(String.fromCharCode(8));
  const escapes = [...text.matchAll(escapeSequences)];
  const last = escapes.at(-1);
  const ends = [...(backspace >= 0 ? [backspace + 1] : []), ...(last ? [(last.index ?? 0) + last[0].length] : [])];
  return ends.length > 0 ? Math.max(...ends) : undefined;
}

function promptOf(text: string, maker: Maker): { readonly typed: string } | undefined {
  const pattern =
    maker === 'comware' ? /^(?:<[^<>\s]+>|\[[^[\]\s]+\])\s*(.*)$/ : /^[A-Za-z][\w.-]*(?:\([\w-]+\))?[#>]\s*(.*)$/;
  const match = pattern.exec(text);
  return match ? { typed: match[1] ?? '' } : undefined;
}

function isLogMessage(text: string): boolean {
  return (
    /^[%*.]?\s?(?:[A-Z][a-z]{2}\s+\d{1,2}\s+(?:\d{4}\s+)?\d\d:\d\d:\d\d).*(?:%|:)/.test(text) ||
    /^%[A-Z0-9_]+-\d-[A-Z0-9_]+:/.test(text)
  );
}
