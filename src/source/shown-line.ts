// A line of a file as it may be shown: without its secrets, in the same columns.

import { lineText, type SourceFile } from './location.ts';
import { redactText } from './redact-text.ts';

/** A file may be one long line with a thousand remarks on it: each line is searched once. */
const known = new WeakMap<SourceFile, Map<number, string>>();

/** By its one-based number. */
export function shownLine(file: SourceFile, line: number): string {
  const lines = known.get(file) ?? new Map<number, string>();
  known.set(file, lines);
  const text = lines.get(line) ?? redactText(lineText(file, line));
  lines.set(line, text);
  return text;
}
