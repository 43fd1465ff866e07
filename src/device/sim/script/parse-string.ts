// Quoted text of a script, with its escapes and what is substituted into it.

import { escapeHere, resolveEscape } from '../../../model/string-escapes.ts';
import type { Expression } from './ast.ts';
import type { Cursor } from './cursor.ts';

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
    const escaped = cursor.match(escapeHere);
    if (escaped !== undefined) {
      const resolved = resolveEscape(escaped);
      if (resolved === undefined) throw cursor.syntaxError(undefined, cursor.at - 1);
      text += resolved;
      continue;
    }
    const character = cursor.peek();
    cursor.at++;
    if (character === '"') break;
    const inner = character === '$' ? substituted(cursor) : undefined;
    if (inner) {
      parts.push(text, inner);
      text = '';
    } else text += character;
  }
  return { kind: 'string', parts: [...parts, text].filter((part) => part !== '' || parts.length === 0) };
}
