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
  for (const line of lines.filter(({ number }) => !skip.has(number))) {
    const { number, text, typed } = line;
    const words = text.trim().replace(/\s+/g, ' ');
    const indent = text.length - text.trimStart().length;
    const kind = kindOf(line, words, maker);
    if (kind === 'separator' && indent === 0) open = [];
    if (kind !== 'statement') {
      if (typed === undefined) ledger.ignore(number);
      else ledger.refuse(number, typed);
      continue;
    }
    const statement = { line: number, text: words, children: [] as Statement[] };
    const parent = parentAt(indent, open);
    (parent?.statement.children ?? top).push(statement);
    open.push({ indent, statement });
  }
  return top;
}

function kindOf({ typed, noise }: CleanLine, words: string, maker: Maker): 'statement' | 'separator' | 'nothing' {
  if (typed !== undefined || noise !== undefined || words === '') return 'nothing';
  const isSeparator = maker === 'comware' ? words === '#' : words.startsWith('!');
  return isSeparator ? 'separator' : 'statement';
}

/** Closes what does not reach as deep. */
function parentAt(indent: number, open: Open[]): Open | undefined {
  while ((open.at(-1)?.indent ?? -1) >= indent) open.pop();
  return open.at(-1);
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
