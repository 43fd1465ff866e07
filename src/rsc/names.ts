// Property names: `name=`, `!name`, `.name`, and names that a line continuation cuts in two.

import { interned } from './interned.ts';
import type { Lexer } from './lexer.ts';

const equals = 0x3d;
const exclamation = 0x21;
const backslash = 0x5c;
const dot = 0x2e;

/** 1 for the characters of property names; some of wireless menus have a slash: `basic-rates-a/g`. */
const isNameCharacter = new Uint8Array(128);
for (const character of 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./') {
  isNameCharacter[character.charCodeAt(0)] = 1;
}

/**
 * Reads up to the end of the name of `name=` or `!name`; otherwise undefined and nothing is read. `.name` takes over the
 * group before it.
 */
export function readName(lexer: Lexer, previous: string | undefined): string | undefined {
  const { text, at: start } = lexer;
  const isCleared = text.charCodeAt(start) === exclamation;
  const from = isCleared ? start + 1 : start;
  let end = from;
  let hash = 0;
  for (let code = text.charCodeAt(end); isNameCharacter[code] === 1; code = text.charCodeAt(++end)) {
    hash = (Math.imul(hash, 31) + code) | 0;
  }
  let name: string;
  if (text.charCodeAt(end) === backslash) {
    const whole = continuedName(text, from);
    end = from + whole.length;
    name = whole.replace(/\\\r?\n[ \t]*/g, '');
  } else name = interned(text, from, end, hash);
  if (name === '' || (!isCleared && text.charCodeAt(end) !== equals)) return undefined;
  lexer.at = end;
  return name.charCodeAt(0) === dot && previous?.includes('.') ? groupOf(previous) + name : name;
}

/** A name with the line continuations inside it. One that follows the name is a part of it only before `=`. */
function continuedName(text: string, from: number): string {
  const pattern = /(?:[\w./-]|\\\r?\n[ \t]*)+/y;
  pattern.lastIndex = from;
  const whole = pattern.exec(text)?.[0] ?? '';
  if (text.charCodeAt(from + whole.length) === equals) return whole;
  return /^[\w./-]*/.exec(whole)?.[0] ?? '';
}

/** `output` of `output.filter-chain` */
function groupOf(name: string): string {
  return name.slice(0, name.lastIndexOf('.'));
}
