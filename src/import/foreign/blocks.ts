// The block structure that Comware and IOS share: deeper lines belong to the line above them. A block of Comware ends
// at `#`; its global commands are indented by one blank.

import type { CleanLine, Maker } from './clean.ts';
import type { Ledger } from './ledger.ts';

export interface Statement {
  readonly line: number;
  /** Words with single blanks between them. */
  readonly text: string;
  readonly children: readonly Statement[];
}

interface Open {
  readonly indent: number;
  readonly statement: { readonly line: number; readonly text: string; readonly children: Statement[] };
}

/** Lines that are no statement are entered into the ledger at once. */
export function readBlocks(lines: readonly CleanLine[], maker: Maker, ledger: Ledger): readonly Statement[] {
  const top: Statement[] = [];
  let open: Open[] = [];
  const skip = maker === 'ios' ? swallowed(lines, ledger) : new Set<number>();
  for (const { number, text, noise, typed } of lines) {
    if (skip.has(number)) continue;
    if (typed !== undefined) {
      ledger.refuse(number, typed);
      continue;
    }
    const words = text.trim().replace(/\s+/g, ' ');
    if (words === '' || noise !== undefined) {
      ledger.ignore(number);
      continue;
    }
    const isSeparator = maker === 'comware' ? words === '#' : words.startsWith('!');
    const indent = text.length - text.trimStart().length;
    if (isSeparator) {
      ledger.ignore(number);
      if (indent === 0) open = [];
      continue;
    }
    const statement = { line: number, text: words, children: [] as Statement[] };
    while ((open.at(-1)?.indent ?? -1) >= indent) open.pop();
    const parent = open.at(-1);
    if (parent) parent.statement.children.push(statement);
    else top.push(statement);
    open.push({ indent, statement });
  }
  return top;
}

/** Banners, whose text may look like configuration, and certificates: nothing in them is read. */
function swallowed(lines: readonly CleanLine[], ledger: Ledger): ReadonlySet<number> {
  const found = new Set<number>();
  const until = (from: number, isEnd: (text: string) => boolean, reason: string) => {
    for (let index = from; index < lines.length; index++) {
      const line = lines[index];
      if (!line) return;
      found.add(line.number);
      ledger.refuse(line.number, reason);
      if (index > from && isEnd(line.text.trim())) return;
    }
  };
  for (const [index, { number, text }] of lines.entries()) {
    if (found.has(number)) continue;
    const banner = /^banner \S+ (\^C|\S)(.*)$/.exec(text.trim());
    if (banner) {
      const [, mark = '', rest = ''] = banner;
      if (rest.includes(mark)) {
        found.add(number);
        ledger.refuse(number, bannerReason);
      } else until(index, (each) => each.includes(mark), bannerReason);
    } else if (/^crypto pki certificate chain /.test(text)) {
      until(index, (each) => each === 'quit', 'certificates stay where they are: a new device makes its own');
    }
  }
  return found;
}

const bannerReason = 'banners are not in the site’s words';
