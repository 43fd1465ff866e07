// Keeps passwords and keys of an export away from every output; only the plan's digests may know them.

import type { Diagnostic, Label, Staged } from '../diagnostics/diagnostic.ts';
import type { MenuPath } from '../model/config.ts';
import { isSecret } from '../model/secrets.ts';
import type { SourceFile, TextRange } from '../source/location.ts';
import { maskValue, redactText, secretHints, secretVariables } from '../source/redact-text.ts';
import { parseRsc, scriptOf } from './parser.ts';
import { isScriptName, type Script, type Statement } from './script.ts';

/**
 * Parses a file so that no secret is in the script, its values, or the file that its spans point into: a copy of the
 * same length and lines, so that spans of the one fit the other. Where nothing had to be masked (no secrets, or empty
 * or masked ones) that is the file itself. `visit` sees every statement of the file as it was given, masked or not.
 */
export function parseWithoutSecrets(file: SourceFile, visit?: (statement: Statement) => void): Staged<Script> {
  const redaction = new Redaction(file.text);
  const { value, diagnostics } = parseRsc(file, {
    statement(statement) {
      collect(redaction, statement);
      visit?.(statement);
    },
    lost: (menu, at) => collectPairs(redaction, menu === '' ? ['', ...menusOf(file.text, at)] : [menu], at),
  });
  const text = redaction.finish();
  if (text === file.text) return { value, diagnostics };
  const masked = { path: file.path, text };
  return { value: scriptOf(masked, value.size), diagnostics: diagnostics.map((each) => movedTo(masked, each)) };
}

/** The values that a statement sets, each by itself: what stands between them cannot reach into them. */
function collect(redaction: Redaction, statement: Statement): void {
  if (statement.kind === 'code') {
    collectPairs(redaction, menusOf(redaction.text, statement), statement);
    return;
  }
  const { menu, positional } = statement;
  for (const word of positional) collectPairs(redaction, [menu], word);
  for (const { name, value } of statement.arguments) {
    if (!value) continue;
    // The code of a script is shown but for what it holds; what stands in a file may be a key as a whole.
    const isHidden = isSecret(menu, name, value.text) && (menu === '/file' || !isScriptName(name));
    redaction.value(value, isHidden);
  }
}

/** A variable, or what joins two texts: the end of the one, and the beginning of the other. */
const open = /^(?:\$[A-Za-z]|\\?"[ \t]{0,3}\.)/;
const pairName = /[\w./-]{1,60}$/;
const nameMax = 60;
const pairValue = /\\?"(?:[^"\\\r\n]|\\\r?\n|\\[^"\r\n])*\\?"|\\?"[^\r\n]*|[^\s;"\]})]+/y;

const pathWords = /[ \t]*\/[ \t]*(?:[a-z][\w-]{0,40}[ \t/]{1,4}){0,8}/y;

/** The menus that a command of an unknown verb may be of: `/interface lte esim provision …`. */
function menusOf(text: string, { start }: TextRange): readonly MenuPath[] {
  pathWords.lastIndex = start;
  const words = pathWords.exec(text)?.[0].match(/[a-z][\w-]*/g) ?? [];
  return words.map((_, index): MenuPath => `/${words.slice(0, index + 1).join('/')}`);
}

/** In text that could not be read: what the menus keep secret. The rest is searched like any text. */
function collectPairs(redaction: Redaction, menus: readonly (MenuPath | '')[], { start, end }: TextRange): void {
  if (menus.length === 0) return;
  const { text } = redaction;
  for (let at = redaction.equalsFrom(start); at < end; at = redaction.equalsFrom(at + 1)) {
    const name = pairName.exec(text.slice(Math.max(start, at - nameMax), at))?.[0];
    if (name === undefined) continue;
    pairValue.lastIndex = at + 1;
    const value = pairValue.exec(text)?.[0] ?? '';
    if (value !== '' && !open.test(value) && menus.some((menu) => isSecret(menu, name, value)))
      redaction.value({ start: at + 1, end: at + 1 + value.length }, true);
    at += value.length;
  }
}

/** Takes ranges in the order in which they stand; what is between them is text of its own. */
class Redaction {
  readonly text: string;
  readonly #hints: readonly number[];
  readonly #variables: ReadonlySet<string>;
  #hint = 0;
  readonly #parts: string[] = [];
  /** Everything before is in the parts. */
  #copied = 0;
  /** Everything before was looked at. */
  #seen = 0;
  /** There is no `=` between the two. */
  #equals = { from: 0, at: -1 };

  constructor(text: string) {
    this.text = text;
    this.#hints = secretHints(text);
    this.#variables = secretVariables(text);
  }

  /** Where the next `=` stands, or behind the text. Ranges follow each other, so that each is looked for once. */
  equalsFrom(at: number): number {
    if (at < this.#equals.from || at > this.#equals.at) {
      const found = this.text.indexOf('=', at);
      this.#equals = { from: at, at: found < 0 ? Number.POSITIVE_INFINITY : found };
    }
    return this.#equals.at;
  }

  value({ start, end }: TextRange, isHidden: boolean): void {
    if (start < this.#seen) return;
    this.#search(this.#seen, start);
    if (isHidden) this.#put(start, end, maskValue(this.text.slice(start, end)));
    else this.#search(start, end);
    this.#seen = end;
  }

  finish(): string {
    this.#search(this.#seen, this.text.length);
    return this.#parts.join('') + this.text.slice(this.#copied);
  }

  /** Most ranges have no hint, and are not even cut out. */
  #search(start: number, end: number): void {
    while ((this.#hints[this.#hint] ?? end) < start) this.#hint++;
    if ((this.#hints[this.#hint] ?? end) < end)
      this.#put(start, end, redactText(this.text.slice(start, end), this.#variables));
  }

  #put(start: number, end: number, text: string): void {
    this.#parts.push(this.text.slice(this.#copied, start), text);
    this.#copied = end;
  }
}

/** A diagnostic about the file that was read, at the same places of the masked one. */
function movedTo(file: SourceFile, diagnostic: Diagnostic): Diagnostic {
  const move = ({ at, text }: Label): Label => ({ at: at.kind === 'source' ? { ...at, file } : at, text });
  return { ...diagnostic, primary: move(diagnostic.primary), related: diagnostic.related.map(move) };
}
