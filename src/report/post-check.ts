// The post-check for people and as JSON: what was expected, what the device shows, and the command that shows it.

import type { CheckLine, Proof } from '../apply/check.ts';
import type { PostCheckReport } from '../apply/post-check.ts';
import { type Palette, plain, printable } from '../diagnostics/palette.ts';
import { renderTable } from './table.ts';
import { plural } from './units.ts';

const symbols: Readonly<Record<Proof, string>> = { proved: '✔', candidate: '◌', unproved: '?', 'not-offloaded': '✘' };

export interface PostCheckTextOptions {
  readonly palette?: Palette;
}

export function renderPostCheck(
  device: string,
  { lines, passed }: PostCheckReport,
  { palette = plain }: PostCheckTextOptions = {},
): string {
  const paint = (proof: Proof) => {
    if (proof === 'proved') return palette.good;
    return proof === 'not-offloaded' ? palette.error : palette.note;
  };
  const rows = lines.map((line) => [
    { text: symbols[line.proof], paint: paint(line.proof) },
    printable(line.subject),
    line.expected,
    { text: printable(line.observed), paint: paint(line.proof) },
    { text: line.command, paint: palette.faint },
  ]);
  const head = ['', 'subject', 'expected', 'observed', 'shown by'].map((text) => ({ text, paint: palette.faint }));
  const verdict = passed ? palette.good('post-check passed') : palette.error('post-check failed');
  return `${palette.strong(printable(device))}\n${renderTable([head, ...rows])}\n\n  ${verdict}: ${counts(lines)}\n`;
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
