// A file with the edits of a fix in it.

import type { DiagnosticJson } from '../../../src/web/api/report-schema.ts';

type Edits = NonNullable<DiagnosticJson['fix']>['edits'];

/** Undefined when there are no edits, or none of this file. */
export function editedText(file: { readonly path: string; readonly text: string }, edits: Edits): string | undefined {
  const starts = lineStarts(file.text);
  const offset = (line: number, column: number) => (starts[line - 1] ?? file.text.length) + column - 1;
  const changes = edits
    .flatMap(({ location, text }) => {
      if (!('file' in location) || location.file !== file.path) return [];
      const { line, column, endLine, endColumn } = location;
      return [{ start: offset(line, column), end: offset(endLine, endColumn), text }];
    })
    .sort((a, b) => a.start - b.start);
  if (changes.length === 0) return undefined;
  let after = '';
  let at = 0;
  for (const { start, end, text } of changes) {
    after += file.text.slice(at, start) + text;
    at = end;
  }
  return after + file.text.slice(at);
}

function lineStarts(text: string): readonly number[] {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}
