// Caret annotations of rule fixtures: under the offending text stands what a rule is expected to say about it.
//
//   add bridge=bridge1 interface=ether2 hw=no
//   #                                      ^^ cpu: not on the chip
//
// `#<^^^` starts in the first column. A finding whose place is no text (an item that the factory makes) is written
// `#@ MENU KEY PLACEMENT: TEXT`.

import type { Finding } from '../../src/offload/rule.ts';
import { positionAt, type SourceFile } from '../../src/source/location.ts';

const caret = /^(#(?:\s+|<|(?=\^)))(\^+) ([a-z]+): (.*)$/;
const device = /^#@ (.*)$/;

/** What the fixture expects, one line each, sorted: `LINE:COLUMN+LENGTH PLACEMENT: TEXT`. */
export function expectedFindings(file: SourceFile): readonly string[] {
  const expected: string[] = [];
  let annotated = 0;
  for (const [index, line] of file.text.split('\n').entries()) {
    const mark = caret.exec(line);
    const elsewhere = device.exec(line);
    if (mark) {
      const [, indent = '', carets = '', placement, text] = mark;
      const start = indent.endsWith('<') ? 1 : indent.length + 1;
      expected.push(`${annotated}:${start}+${indent.length + carets.length + 1 - start} ${placement}: ${text}`);
    } else if (elsewhere) expected.push(elsewhere[1] ?? '');
    else annotated = index + 1;
  }
  return expected.sort();
}

/** What a rule found, in the same form. */
export function actualFindings(findings: readonly Finding[]): readonly string[] {
  return findings.map(printFinding).sort();
}

function printFinding({ primary: { at, text }, placement }: Finding): string {
  if (at.kind === 'device') return `${at.menu} ${at.key} ${placement}: ${text}`;
  const { line, column } = positionAt(at.file, at.start);
  return `${line}:${column}+${at.end - at.start} ${placement}: ${text}`;
}
