// The characters of RouterOS script: blanks and line continuations, quoted and bare words, balanced brackets.
// Source: manual, scripting ("Line structure", "Constant escape sequences"), and exports of RouterOS 6 and 7.

import { unescapeText } from '../model/string-escapes.ts';
import { interned } from './interned.ts';
import type { Word } from './script.ts';

const tab = 9;
const lineFeed = 10;
const carriageReturn = 13;
const blank = 32;
const quote = 34;
const dollar = 36;
const semicolon = 59;
const backslash = 92;

/** What ended a construct too early. */
export type Broken = 'string' | 'bracket' | 'file-end';

/** A word, and what is wrong with it, if anything. */
export interface Read extends Word {
  readonly broken?: Broken;
}

/** Reads forward through one text. The position is public: the parser looks ahead by character and jumps over lines. */
export class Lexer {
  readonly text: string;
  at: number;
  /** From here on strings, and braces, are not closed any more; so nothing is scanned to the end twice. */
  #openString = Number.POSITIVE_INFINITY;
  #openBrace = Number.POSITIVE_INFINITY;

  constructor(text: string, at = 0) {
    this.text = text;
    this.at = at;
  }

  /** The character here; NaN at the end of the text. */
  get code(): number {
    return this.text.charCodeAt(this.at);
  }

  get isAtEnd(): boolean {
    return this.at >= this.text.length;
  }

  /** At a line break, a semicolon or the end of the text. */
  get isAtStatementEnd(): boolean {
    const { code } = this;
    return code === lineFeed || code === carriageReturn || code === semicolon || this.isAtEnd;
  }

  /** Skips blanks and continued line ends; true when there were any. */
  skipBlanks(): boolean {
    const start = this.at;
    for (;;) {
      const { code } = this;
      if (code === blank || code === tab) this.at++;
      else if (code !== backslash || !this.skipContinuation()) return this.at > start;
    }
  }

  /** Skips blanks, line ends and semicolons. */
  skipToStatement(): void {
    while (this.skipBlanks() || (this.isAtStatementEnd && !this.isAtEnd)) if (this.isAtStatementEnd) this.at++;
  }

  /** Skips `\`, the line end after it, and the next line's indentation. */
  skipContinuation(): boolean {
    if (this.code !== backslash) return false;
    const after = continuationEnd(this.text, this.at);
    if (after < 0) return false;
    this.at = after;
    return true;
  }

  /** To the end of this line, continuations not honoured: comments and recovery. */
  skipLine(): void {
    this.at = lineEnd(this.text, this.at);
  }

  /**
   * A value: a quoted string, code, or a bare word; also several of them without a blank between, as in `"a b","c"`.
   * An empty word when a blank or the statement's end follows. `closers`: brackets that end a bare word, `}` inside a
   * block, `])` inside a `find`. `isScript`: a string with raw line breaks is one string, as in the source of a script.
   */
  readValue(closers: string, isScript = false): Read {
    while (this.skipContinuation());
    const start = this.at;
    const { code } = this;
    if (code === quote) return this.#readQuoted(start, closers, isScript);
    if (code === dollar || isOpening(code)) return this.#readCode(start);
    const bare = this.#readBare(closers);
    if (this.code !== quote) return bare;
    return this.#readQuoted(start, closers, isScript, bare.text);
  }

  /** One string, one bracket with all that is in it, or one character of script code. */
  skipCode(): Broken | undefined {
    const { code } = this;
    if (isOpening(code)) return this.readBalanced();
    if (code === quote) return this.#scanString(true);
    this.at += code === backslash ? 2 : 1;
    return undefined;
  }

  /** From an opening bracket past its partner. Quoted strings inside count as one thing. */
  readBalanced(): Broken | undefined {
    const start = this.at;
    let firstBrace = Number.POSITIVE_INFINITY;
    const closers: string[] = [];
    while (!this.isAtEnd) {
      const character = this.text.charAt(this.at);
      if (character === '"') {
        this.#scanString(true);
        continue;
      }
      // Only braces go on over line ends.
      if (character === '{') firstBrace = Math.min(firstBrace, this.at);
      if (firstBrace >= this.#openBrace && firstBrace <= this.at) break;
      if (character === '\n' && firstBrace > this.at) break;
      this.at = character === '\\' ? afterBackslash(this.text, this.at) : this.at + 1;
      nest(closers, character);
      if (closers.length === 0) return undefined;
    }
    return this.#cutBracket(start, firstBrace);
  }

  /** At the end of the line where a bracket opened that nothing closes. */
  #cutBracket(start: number, firstBrace: number): Broken {
    const isFileEnd = this.isAtEnd;
    if (isFileEnd) this.#openBrace = Math.min(this.#openBrace, firstBrace);
    this.at = lineEnd(this.text, start);
    return isFileEnd && firstBrace > this.at ? 'file-end' : 'bracket';
  }

  #readCode(start: number): Read {
    let broken: Broken | undefined;
    while (!broken && !this.isAtStatementEnd && this.code !== blank && this.code !== tab) {
      const { code } = this;
      if (isOpening(code)) broken = this.readBalanced();
      else if (code === quote) broken = this.#scanString(true);
      else if (isClosing(code)) break;
      else if (!this.skipContinuation()) this.at++;
    }
    const word: Word = { text: this.text.slice(start, this.at), start, end: this.at, computed: true };
    return broken ? { ...word, broken } : word;
  }

  /** A string and what is glued to it. */
  #readQuoted(start: number, closers: string, isScript: boolean, before = ''): Read {
    let text = before;
    let computed = false;
    while (this.code === quote) {
      const from = this.at + 1;
      const broken = this.#scanString(isScript);
      const raw = this.text.slice(from, broken ? this.at : this.at - 1);
      if (raw.includes('$') && /(?:^|[^\\])(?:\\\\)*\$[\w["(]/.test(raw)) computed = true;
      text += unescapeText(raw);
      if (broken) return { text, start, end: this.at, broken };
      text += this.#readBare(closers).text;
    }
    return computed ? { text, start, end: this.at, computed } : { text, start, end: this.at };
  }

  #readBare(closers: string): Word {
    const { text, at: start } = this;
    let at = start;
    let isPlain = true;
    let hash = 0;
    for (let code = text.charCodeAt(at); code > blank && code !== quote && code !== semicolon; ) {
      if (code === backslash) {
        isPlain &&= at + 1 === text.length;
        at = afterBackslash(text, at);
      } else if (closers !== '' && isClosing(code) && closers.includes(text.charAt(at))) break;
      else at++;
      hash = (Math.imul(hash, 31) + code) | 0;
      code = text.charCodeAt(at);
    }
    this.at = at;
    return { text: isPlain ? interned(text, start, at, hash) : unescapeText(text.slice(start, at)), start, end: at };
  }

  /** From a quote past its partner; cut at the line's end when it is never closed. */
  #scanString(allowsLineBreaks: boolean): Broken | undefined {
    const { text, at: start } = this;
    let at = start + 1;
    while (start < this.#openString && at < text.length) {
      const code = text.charCodeAt(at);
      if (code === quote) {
        this.at = at + 1;
        return undefined;
      }
      if (code === lineFeed && !allowsLineBreaks && startsStatement(text, at + 1)) break;
      at += code === backslash ? 2 : 1;
    }
    const isFileEnd = at >= text.length;
    if (isFileEnd) this.#openString = Math.min(this.#openString, start);
    const cut = lineEnd(text, start);
    const isLastLine = text.indexOf('\n', cut) < 0 || text.slice(cut).trim() === '';
    this.at = cut;
    return isFileEnd && isLastLine ? 'file-end' : 'string';
  }
}

const closerOf: Readonly<Record<string, string>> = { '[': ']', '(': ')', '{': '}' };

/** `closers`: what the open brackets wait for, the innermost last. */
function nest(closers: string[], character: string): void {
  const closer = closerOf[character];
  if (closer) closers.push(closer);
  else if (character === closers.at(-1)) closers.pop();
}

function isOpening(code: number): boolean {
  return code === 0x5b || code === 0x28 || code === 0x7b;
}

function isClosing(code: number): boolean {
  return code === 0x5d || code === 0x29 || code === 0x7d;
}

/** A string that runs into what can only be the next line of an export has lost its closing quote. */
const statement = /[ \t]*(?:(?:add|set|remove|move)[ \t]|\/[a-z])/y;

function startsStatement(text: string, at: number): boolean {
  statement.lastIndex = at;
  return statement.test(text);
}

function lineEnd(text: string, from: number): number {
  const feed = text.indexOf('\n', from);
  const end = feed < 0 ? text.length : feed;
  return end > from && text.charCodeAt(end - 1) === carriageReturn ? end - 1 : end;
}

/** The offset after a backslash and the character that it escapes, or after the line end that it continues. */
function afterBackslash(text: string, at: number): number {
  const after = continuationEnd(text, at);
  return after < 0 ? Math.min(at + 2, text.length) : after;
}

/** The offset after a continuation that starts at `at`, one at the end of a file included; negative when none does. */
function continuationEnd(text: string, at: number): number {
  let after = at + 1;
  if (text.charCodeAt(after) === carriageReturn) after++;
  if (text.charCodeAt(after) === lineFeed) after++;
  else if (after === at + 1) return after === text.length ? after : -1;
  for (let code = text.charCodeAt(after); code === blank || code === tab; code = text.charCodeAt(after)) after++;
  return after;
}
