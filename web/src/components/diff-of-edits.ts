// Text edits as the lines that they take away and put in their place.

import type { DiagnosticJson } from '../../../src/web/api/report-schema.ts';
import { editedText } from './edited-text.ts';

export interface DiffLine {
  readonly sign: '+' | '-';
  /** From one: in the old text for `-`, in the new text for `+`. */
  readonly line: number;
  readonly text: string;
}

type Edits = NonNullable<DiagnosticJson['fix']>['edits'];

/** Empty when there are no edits, or none of this file. */
export function diffOfEdits(file: { readonly path: string; readonly text: string }, edits: Edits): readonly DiffLine[] {
  const after = editedText(file, edits);
  return after === undefined ? [] : changedLines(file.text.split('\n'), after.split('\n'));
}

/** One block: what differs between the common beginning and the common end. */
function changedLines(before: readonly string[], after: readonly string[]): readonly DiffLine[] {
  let head = 0;
  while (head < before.length && head < after.length && before[head] === after[head]) head += 1;
  let tail = 0;
  while (
    tail < before.length - head &&
    tail < after.length - head &&
    before[before.length - 1 - tail] === after[after.length - 1 - tail]
  ) {
    tail += 1;
  }
  const lines = (sign: DiffLine['sign'], all: readonly string[]): DiffLine[] =>
    all.slice(head, all.length - tail).map((text, index) => ({ sign, line: head + index + 1, text }));
  return [...lines('-', before), ...lines('+', after)];
}
