// Reading a script character by character: blanks, comments, line continuations, and where an error is.

import { Trap } from '../trap.ts';

const blanks = /(?:[ \t]|\\\n)+/y;

export class Cursor {
  readonly text: string;
  at = 0;
  readonly #breaks: readonly number[];

  constructor(text: string) {
    this.text = text.replaceAll('\r\n', '\n');
    this.#breaks = [...this.text.matchAll(/\n/g)].map(({ index }) => index);
  }

  get isAtEnd(): boolean {
    return this.at >= this.text.length;
  }

  peek(length = 1): string {
    return this.text.slice(this.at, this.at + length);
  }

  /** Blanks and continued lines, never a line break of its own. */
  skipBlanks(): void {
    this.match(blanks);
  }

  /** Blanks, line breaks and comments. */
  skipSpace(): void {
    for (;;) {
      this.skipBlanks();
      if (this.peek() === '\n') this.at++;
      else if (this.peek() === '#') {
        const end = this.text.indexOf('\n', this.at);
        this.at = end < 0 ? this.text.length : end;
      } else return;
    }
  }

  /** Consumes the text when it comes next. */
  take(text: string): boolean {
    if (!this.text.startsWith(text, this.at)) return false;
    this.at += text.length;
    return true;
  }

  expect(text: string): void {
    if (!this.take(text)) throw this.syntaxError();
  }

  /** Consumes what a sticky expression matches here; undefined when it does not. */
  match(sticky: RegExp): string | undefined {
    const found = this.lookAhead(sticky);
    if (found !== undefined) this.at += found.length;
    return found;
  }

  /** What a sticky expression matches here, which is not nothing. */
  lookAhead(sticky: RegExp): string | undefined {
    sticky.lastIndex = this.at;
    return sticky.exec(this.text)?.[0] || undefined;
  }

  line(offset = this.at): number {
    let low = 0;
    let high = this.#breaks.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#breaks[middle] ?? 0) < offset) low = middle + 1;
      else high = middle;
    }
    return low + 1;
  }

  /** A tab counts up to the next multiple of eight, as in RouterOS's own answers to `:parse`. */
  column(offset = this.at): number {
    let column = 1;
    for (let at = this.text.lastIndexOf('\n', offset - 1) + 1; at < offset; at++) {
      column = this.text[at] === '\t' ? (column | 7) + 1 : column + 1;
    }
    return column;
  }

  /** `(line 3 column 7)` */
  place(offset = this.at): string {
    return `(line ${this.line(offset)} column ${this.column(offset)})`;
  }

  syntaxError(message = 'syntax error', offset = this.at): Trap {
    return new Trap(`${message} ${this.place(offset)}`, 3);
  }
}
