// Quoted text of a script, with its escapes and what is substituted into it.

import { bytesToText, namedEscapes } from '../../../model/string-escapes.ts';
import type { Expression } from './ast.ts';
import type { Cursor } from './cursor.ts';

/** The letters of `namedEscapes`, and what stands for itself behind a backslash. */
const escapes: Readonly<Record<string, string>> = { ...namedEscapes, '"': '"', '\\': '\\', $: '$', '?': '?' };

/**
 * The text after an opening quote, which is consumed, up to and with the closing one. `$x`, `$[…]` and `$(…)` are
 * substituted without being asked; an escape that RouterOS does not know is an error (measured: tik4net,
 * findings-cli 10.4b). `substituted` reads what follows a `$`; undefined when it is just a dollar sign.
 */
export function parseString(
  cursor: Cursor,
  substituted: (cursor: Cursor) => Expression | undefined,
): Extract<Expression, { kind: 'string' }> {
  const start = cursor.at - 1;
  const parts: (string | Expression)[] = [];
  let text = '';
  for (;;) {
    if (cursor.isAtEnd) throw cursor.syntaxError('expected closing quote', start);
    const character = cursor.peek();
    cursor.at++;
    if (character === '\\') {
      text += parseEscape(cursor);
      continue;
    }
    if (character === '"') break;
    const inner = character === '$' ? substituted(cursor) : undefined;
    if (inner) {
      parts.push(text, inner);
      text = '';
    } else text += character;
  }
  return { kind: 'string', parts: [...parts, text].filter((part) => part !== '' || parts.length === 0) };
}

/** What stands behind a backslash: bytes, nothing for the end of a line with the next one's blanks, or a character. */
function parseEscape(cursor: Cursor): string {
  const bytes = cursor.match(/[0-9A-F]{2}(?:\\[0-9A-F]{2})*/y);
  if (bytes !== undefined) return bytesToText(bytes.split('\\'));
  if (cursor.match(/\n[ \t]*/y) !== undefined) return '';
  const escaped = escapes[cursor.peek()];
  if (escaped === undefined) throw cursor.syntaxError();
  cursor.at++;
  return escaped;
}
