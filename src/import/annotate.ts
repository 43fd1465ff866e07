// What an analysis says about an imported site, written as comments above the lines that it is about.

import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { printable } from '../diagnostics/palette.ts';
import { lineText, positionAt, type SourceFile } from '../source/location.ts';

/** `# rosc: CODE what`; diagnostics about other files are left out. */
export function annotate(file: SourceFile, diagnostics: readonly Diagnostic[]): string {
  const remarks = new Map<number, string[]>();
  for (const { primary, code, what } of diagnostics) {
    if (primary.at.kind !== 'source' || primary.at.file.path !== file.path) continue;
    const { line } = positionAt(file, primary.at.start);
    const indent = /^ */.exec(lineText(file, line))?.[0] ?? '';
    const remark = `${indent}# rosc: ${code} ${printable(what.replace(/\s+/g, ' '))}`;
    const known = remarks.get(line);
    if (!known) remarks.set(line, [remark]);
    else if (!known.includes(remark)) known.push(remark);
  }
  return file.text
    .split('\n')
    .flatMap((line, index) => [...(remarks.get(index + 1) ?? []), line])
    .join('\n');
}
