// How values stand in RouterOS commands: bare where that is safe, else quoted.

import { textToBytes } from './string-escapes.ts';

const bareWord = /^[\w.:/,@%!-][\w.:/,@%!*-]*$/;
/** Quoted text that needs no escape. */
const tameText = /^[ !#%->@-[\]-~]*$/;

const escapes: Readonly<Record<string, string>> = {
  '\\': '\\\\',
  '"': '\\"',
  $: '\\$',
  // RouterOS 7 has no escape `\?`, and one that it does not know is an error. Source: manual, scripting.
  '?': '\\3F',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
};

/** A value as the argument of a command: bare where that is safe, else quoted. */
export function quoteValue(text: string): string {
  return bareWord.test(text) ? text : quoteText(text);
}

/** In quotes, and beyond ASCII as bytes: how a text stands in an expression. */
export function quoteText(text: string): string {
  if (tameText.test(text)) return `"${text}"`;
  let quoted = '';
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    quoted += escapes[character] ?? (code < 0x20 || code > 0x7e ? textToBytes(character) : character);
  }
  return `"${quoted}"`;
}

/** How values stand in scripts. */
export const scriptSyntax = { argument: quoteValue, operand: quoteText } as const;
