// The post-check for people and as JSON: what was expected, what the device shows, and the command that shows it.

import type { ApplyResult } from '../apply/apply-context.ts';
import type { CheckLine, Proof } from '../apply/check.ts';
import type { PostCheckReport } from '../apply/post-check.ts';
import { type Palette, plain, printable, type TextStyle } from '../diagnostics/palette.ts';
import { foldNames } from '../source/fold-names.ts';
import { groupBy } from '../source/grouping.ts';
import { type Row, renderTable } from './table.ts';
import { plural } from './units.ts';

const symbols: Readonly<Record<Proof, string>> = { proved: '✔', candidate: '◌', unproved: '?', 'not-offloaded': '✘' };

export interface PostCheckTextOptions extends Partial<TextStyle> {
  /** Only what is not as expected. */
  readonly quiet?: boolean;
}

export function renderPostCheck(device: string, report: PostCheckReport, options: PostCheckTextOptions = {}): string {
  const { palette = plain, width = 100, verbose = false, quiet = false } = options;
  const { lines, passed } = report;
  const told = quiet ? lines.filter(({ proof }) => proof === 'not-offloaded') : lines;
  const rows = (verbose ? told.map((line) => [line]) : foldLines(told)).map((run) => rowOf(run, palette, verbose));
  const verdict = passed ? palette.good('post-check passed') : palette.error('post-check failed');
  const table = rows.length === 0 ? '' : `${renderTable(rows, [], '  ', width)}\n\n`;
  const hint = verbose || rows.length === 0 ? '' : `  ${palette.faint('--verbose: row by row, with the commands')}\n`;
  return `${palette.strong(printable(device))}\n${table}  ${verdict}: ${counts(lines)}\n${hint}`;
}

/** Lines that expect and show the same of things of one kind stand together. */
function foldLines(lines: readonly CheckLine[]): readonly (readonly CheckLine[])[] {
  const groups = groupBy(lines, ({ check, subject, expected, observed, proof, command }) =>
    JSON.stringify([check, kindOf(subject), expected, observed, proof, placeOf(command)]),
  );
  return [...groups.values()];
}

/** Whoever wants to check a line, or to mend what it says, needs the command that shows it. */
function rowOf(run: readonly CheckLine[], palette: Palette, verbose: boolean): Row {
  const [line] = run;
  if (!line) return [];
  const { proof, expected, observed } = line;
  const paint = proof === 'proved' ? palette.good : proof === 'not-offloaded' ? palette.error : palette.note;
  const shown = run.length === 1 ? line.command : placeOf(line.command);
  const seen = observed === expected ? observed : `${expected} · ${observed}`;
  const command = verbose || proof === 'not-offloaded' ? ` · ${shown}` : '';
  return [
    { text: symbols[proof], paint },
    printable(subjectOf(run)),
    { text: printable(`${seen}${command}`), paint: proof === 'not-offloaded' ? palette.error : plain.faint },
  ];
}

/** `port ether1-23`, `1200 routes` */
function subjectOf(run: readonly CheckLine[]): string {
  const [first] = run;
  if (!first || run.length === 1) return first?.subject ?? '';
  const kind = kindOf(first.subject);
  const names = foldNames(run.map(({ subject }) => subject.slice(kind.length + 1))).join(', ');
  return names.length <= subjectMax ? `${kind} ${names}` : `${run.length} ${kind}s`;
}

const subjectMax = 24;

/** `VLAN interface servers` is a VLAN interface. */
function kindOf(subject: string): string {
  return subject.slice(0, Math.max(0, subject.lastIndexOf(' ')));
}

/** The command for all of them. */
function placeOf(command: string): string {
  return command.replace(/ where .*$/, '');
}

/** What apply came to on a device that it began with. */
export function appliedJson(device: string, { transaction, undoAt, report }: ApplyResult) {
  return {
    transaction,
    ...(undoAt !== undefined && { undoAt: new Date(undoAt).toISOString() }),
    ...(report && { postCheck: postCheckJson(device, report) }),
  };
}

export function postCheckJson(device: string, { lines, passed }: PostCheckReport) {
  return {
    device,
    passed,
    lines: lines.map(({ check, subject, expected, observed, command, proof, at }) => ({
      check,
      subject,
      expected,
      observed,
      command,
      proof,
      location: { device, menu: at.menu, key: at.key },
    })),
  };
}

function counts(lines: readonly CheckLine[]): string {
  if (lines.length === 0) return 'nothing here is expected in hardware';
  const count = (proof: Proof) => lines.filter((line) => line.proof === proof).length;
  return [
    `${count('proved')} proved`,
    count('candidate') > 0 && plural(count('candidate'), 'candidate only', 'candidates only'),
    count('unproved') > 0 && `${count('unproved')} unproved`,
    count('not-offloaded') > 0 && `${count('not-offloaded')} not as expected`,
  ]
    .filter((part) => part !== false)
    .join(', ');
}
