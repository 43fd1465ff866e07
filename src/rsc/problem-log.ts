// What can be wrong with the text of a script, as diagnostics: unreadable lines, a truncated file, no script at all.

import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { mistake } from '../diagnostics/mistake.ts';
import type { MenuPath } from '../model/config.ts';
import { menus } from '../model/menus.ts';
import { type SourceFile, type Span, span, type TextRange } from '../source/location.ts';
import type { Broken } from './lexer.ts';
import { foreignFormat } from './recognise.ts';

/** Unreadable lines that get a diagnostic each; the rest is counted. */
const shownMax = 20;

export const reasons = {
  menuless: 'no menu was named before this command',
  wordless: 'this is neither a menu nor a command',
} as const;

/** What is wrong with lines behind one that was to name their menu, or to go on: the same thing. */
const consequences: ReadonlySet<string> = new Set(Object.values(reasons));

/** Collects the problems of one file. */
export class ProblemLog {
  readonly #file: SourceFile;
  readonly #shown: Diagnostic[] = [];
  #hidden = 0;
  /** Lines that the last one shown stands for, and where they end. */
  #lines = 0;
  #end = 0;
  #truncation: Diagnostic | undefined;

  constructor(file: SourceFile) {
    this.#file = file;
  }

  /** Nothing more will be shown. */
  get isFull(): boolean {
    return this.#shown.length >= shownMax;
  }

  syntax(at: TextRange, reason: string): void {
    const isNext = this.#file.text.slice(this.#end, at.start).trim() === '';
    const last = isNext && consequences.has(reason) ? this.#shown.pop() : undefined;
    this.#end = at.end;
    this.#lines = last ? this.#lines + 1 : 1;
    if (last) {
      this.#shown.push({ ...last, what: `${this.#lines} lines cannot be read and are left out` });
      return;
    }
    if (this.isFull) {
      this.#hidden++;
      return;
    }
    this.#shown.push(
      mistake('rsc/syntax', {
        at: this.#span(at),
        what: 'this line cannot be read and is left out',
        label: reason,
        why: 'What it would configure is missing from the analysis.',
      }),
    );
  }

  broken(broken: Broken, at: TextRange): void {
    if (broken === 'file-end') this.truncated(at.start);
    else this.syntax(at, broken === 'string' ? 'this string is not closed' : 'this bracket is not closed');
  }

  /** The file ends inside the construct that starts at `at`. */
  truncated(at: number): void {
    this.#truncation ??= this.#cut(at, 'the file ends in the middle of a command', 'this has no end');
  }

  /** `/export` says in comments when it was stopped, and which menus did not answer. */
  comment(at: TextRange): void {
    // Most comments are prose; this is asked for each of them.
    const { text } = this.#file;
    if (text.startsWith('#interrupted', at.start)) {
      this.#truncation ??= this.#cut(at.start, 'the export was interrupted on the device', 'so the device says');
    } else if (text.startsWith('#error exporting ', at.start)) this.#missing(at);
  }

  #missing(at: TextRange): void {
    const words = this.#file.text.slice(at.start, at.end);
    const named = /^#error exporting "?(\/[^"(\n]*)/.exec(words)?.[1] ?? '/';
    const menu: MenuPath = `/${named.trim().slice(1).replaceAll(' ', '/')}`;
    // Menus without bearing on forwarding fail on many devices that lack the hardware for them.
    if (!menus.has(menu)) return;
    this.#shown.push(
      mistake('rsc/missing-menu', {
        severity: 'warning',
        at: this.#span(at),
        what: `the export lacks \`${menu}\`${words.includes('timeout') ? ', because the device did not answer in time' : ': the device could not print it'}`,
        label: 'says the device',
        why: 'What the menu holds is missing from the analysis, as if nothing were set there.',
        fix: 'Export again, when the device has less to do.',
      }),
    );
  }

  diagnostics(): readonly Diagnostic[] {
    const all = [...this.#shown, ...(this.#truncation ? [this.#truncation] : [])];
    const last = this.#shown.at(-1);
    if (this.#hidden > 0 && last) {
      const what = `${this.#hidden} more lines cannot be read`;
      all.push({ ...last, what, primary: { at: last.primary.at, text: 'after this one' } });
    }
    return all;
  }

  #cut(at: number, what: string, label: string): Diagnostic {
    const end = Math.min(this.#file.text.length, at + 80);
    const line = this.#file.text.slice(at, end).split(/[\r\n]/)[0] ?? '';
    return mistake('rsc/truncated', {
      at: this.#span({ start: at, end: at + line.length }),
      what,
      label,
      why: 'The rest of the configuration is missing, and with it whatever it says about forwarding.',
      fix: 'Export again and transfer the whole file.',
    });
  }

  #span({ start, end }: TextRange): Span {
    return span(this.#file, start, end);
  }
}

/** The one diagnostic for a file that is no RouterOS script; undefined when it may be one. */
export function notScript(file: SourceFile): Diagnostic | undefined {
  const format = foreignFormat(file.text);
  if (!format) return undefined;
  const firstLine = /\S.*/.exec(file.text.slice(0, 2000));
  const start = firstLine?.index ?? 0;
  const end = start + Math.min(60, firstLine?.[0].length ?? 0);
  return mistake(format.code, {
    at: span(file, start, end),
    what: format.what,
    why: format.why,
    fix: 'Run `/export file=NAME` on the device and use the .rsc file.',
  });
}
