// Places: a range of a source file, or an item on a device. Offsets while computing, lines only when rendering.

import { derivedOnce } from './grouping.ts';
import type { Limits } from './limits.ts';

export interface SourceFile {
  readonly path: string;
  readonly text: string;
  /** Files that this one includes, by the path that it writes; text = why there is none. */
  readonly included?: ReadonlyMap<string, SourceFile | string>;
  /** In place of the default ones. */
  readonly limits?: Limits;
}

/** A half-open range `[start, end)`, in UTF-16 code units. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** A range of a source file. */
export interface Span extends TextRange {
  readonly kind: 'source';
  readonly file: SourceFile;
}

/** An item (or, with an empty key, a menu) on a device. */
export interface DeviceLocation {
  readonly kind: 'device';
  readonly device: string;
  readonly menu: string;
  readonly key: string;
}

export type Location = Span | DeviceLocation;

/** One-based line and column; the column counts UTF-16 code units. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

export function span(file: SourceFile, start: number, end: number): Span {
  return { kind: 'source', file, start, end };
}

/** Equal for places that are the same within one device. */
export function locationKey(at: Location): string {
  return at.kind === 'device' ? `${at.menu} ${at.key}` : `${at.file.path}:${at.start}:${at.end}`;
}

/** The text that a span covers. */
export function textOf({ file, start, end }: Span): string {
  return file.text.slice(start, end);
}

export function positionAt(file: SourceFile, offset: number): Position {
  const starts = lineStartsOf(file);
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return { line: low + 1, column: offset - (starts[low] ?? 0) + 1 };
}

/** The text of a one-based line, without its line break. */
export function lineText(file: SourceFile, line: number): string {
  const starts = lineStartsOf(file);
  const start = starts[line - 1] ?? file.text.length;
  const end = starts[line] ?? file.text.length;
  return file.text.slice(start, end).replace(/\r?\n$/, '');
}

/** A file of nothing but line breaks has sixteen million: four bytes for each, and no more. */
const lineStartsOf = derivedOnce(({ text }: SourceFile): Uint32Array => {
  let count = 1;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count++;
  const starts = new Uint32Array(count);
  for (let line = 1; line < count; line++) starts[line] = text.indexOf('\n', starts[line - 1]) + 1;
  return starts;
});
