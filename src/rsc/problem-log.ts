// What can be wrong with the text of a script, as diagnostics: unreadable lines, a truncated file, no script at all.

import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { mistake } from '../diagnostics/mistake.ts';
import type { MenuPath } from '../model/config.ts';
import { menus } from '../model/menus.ts';
import { type SourceFile, type Span, span } from '../source/location.ts';
import type { Broken } from './lexer.ts';
import type { Stretch } from './script.ts';

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

  syntax(at: Stretch, reason: string): void {
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

  broken(broken: Broken, at: Stretch): void {
    if (broken === 'file-end') this.truncated(at.start);
    else this.syntax(at, broken === 'string' ? 'this string is not closed' : 'this bracket is not closed');
  }

  /** The file ends inside the construct that starts at `at`. */
  truncated(at: number): void {
    this.#truncation ??= this.#cut(at, 'the file ends in the middle of a command', 'this has no end');
  }

  /** `/export` says in comments when it was stopped, and which menus did not answer. */
  comment(at: Stretch): void {
    // Most comments are prose; this is asked for each of them.
    const { text } = this.#file;
    if (text.startsWith('#interrupted', at.start)) {
      this.#truncation ??= this.#cut(at.start, 'the export was interrupted on the device', 'so the device says');
    } else if (text.startsWith('#error exporting ', at.start)) this.#missing(at);
  }

  #missing(at: Stretch): void {
    const named = /^#error exporting "?(\/[^"(\n]*)/.exec(this.#file.text.slice(at.start, at.end))?.[1] ?? '/';
    const menu: MenuPath = `/${named.trim().slice(1).replaceAll(' ', '/')}`;
    // Menus without bearing on forwarding fail on many devices that lack the hardware for them.
    if (!menus.has(menu)) return;
    this.#shown.push(
      mistake('rsc/missing-menu', {
        severity: 'warning',
        at: this.#span(at),
        what: `the export lacks \`${menu}\`, because the device did not answer in time`,
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

  #span({ start, end }: Stretch): Span {
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

// Tells a RouterOS script from everything else that people feed to it by mistake.

interface ForeignFormat {
  readonly code: 'rsc/empty' | 'rsc/binary' | 'rsc/too-large' | 'rsc/not-routeros';
  readonly what: string;
  readonly why: string;
}

/** The largest real exports have a few million characters. */
const charactersMax = 64 * 1024 * 1024;

/** Signatures in the first lines of other vendors' configurations and of common data formats. */
const signatures: readonly [name: string, pattern: RegExp][] = [
  ['Cisco IOS or a similar system', /^(?:Building configuration|Current configuration|version \d|service timestamps)/m],
  ['Cisco IOS or a similar system', /^interface \S+\d\r?\n(?: .*\r?\n)*? (?:ip address|switchport|no shutdown)/m],
  ['Junos, in `set` form', /^set (?:system|interfaces|version|protocols|routing-options|policy-options) /m],
  ['Junos', /^(?:system|interfaces|groups|version) \{|^version [\d.]+\w*;/m],
  ['FortiOS', /^config (?:system|firewall|router|vpn) /m],
  ['OpenWrt', /^config \w+(?: '[^']*')?\r?\n\s+(?:option|list) /m],
  ['SwOS, the other operating system of these switches', /^\{?\s*(?:link\.b|sys\.b|fwd\.b|vlan\.b):/],
  ['a web page or XML', /^\s*<(?:\?xml|!doctype|[a-z])/i],
  ['JSON', /^\s*[{[]\s*["{[\]}]/],
  ['YAML', /^[\w-]+:(?: .*)?\r?\n(?:[\w-]+:|\s+- |\s+[\w-]+:)/m],
];

/** What the text is instead of a script; undefined when it has at least one line that a script could have. */
function foreignFormat(text: string): ForeignFormat | undefined {
  if (text.length > charactersMax) {
    const size = `${Math.round(text.length / 1e6)} million characters`;
    return {
      code: 'rsc/too-large',
      what: `the file has ${size}`,
      why: 'No export of a real device comes near this size, so it is something else: a log, an image, a backup.',
    };
  }
  const head = text.slice(0, 4096);
  if (isBinary(head)) {
    return {
      code: 'rsc/binary',
      what: 'the file is not text',
      why: 'It may be a binary backup (`.backup`), which only the device itself can read.',
    };
  }
  if (/^[ \t]*(?:\/[a-z]|:[a-z])/m.test(text)) return undefined;
  if (!/^[ \t\ufeff]*[^\s#]/m.test(text)) {
    return { code: 'rsc/empty', what: 'the file has no commands', why: 'There is nothing in it to analyse.' };
  }
  const vendor = signatures.find(([, pattern]) => pattern.test(head))?.[0];
  return {
    code: 'rsc/not-routeros',
    what: vendor ? `the file looks like ${vendor}, not like a RouterOS export` : 'the file is not a RouterOS export',
    why: 'No line of it names a RouterOS menu such as `/interface bridge`.',
  };
}

/** Zero bytes, or more control and undecodable characters than any text has. */
function isBinary(head: string): boolean {
  if (head.includes('\0')) return true;
  let odd = 0;
  for (let at = 0; at < head.length; at++) {
    const code = head.charCodeAt(at);
    if (code === 0xfffd || code === 0x7f || (code < 32 && code !== 9 && code !== 10 && code !== 13 && code !== 12))
      odd++;
  }
  return odd > 4 && odd > head.length / 20;
}
