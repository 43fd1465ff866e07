// Aligned columns for terminals. Widths are those of the visible text; colour does not count.

import { wrapWords } from '../diagnostics/wrap-words.ts';

export interface Column {
  readonly align?: 'left' | 'right';
  /** Cells longer than this are cut with an ellipsis. */
  readonly widthMax?: number;
}

export interface Cell {
  readonly text: string;
  readonly paint?: (text: string) => string;
}

export type Row = readonly (Cell | string)[];

/**
 * One line per row, each with the indent, columns two blanks apart, no trailing blanks. Within a width the columns may
 * stand one blank apart; where that is too wide as well, the last column of prose is wrapped: beside the others where
 * there is room, and else below them.
 */
export function renderTable(
  rows: readonly Row[],
  columns: readonly Column[] = [],
  indent = '  ',
  width = Number.POSITIVE_INFINITY,
): string {
  const cells = rows.map((row) => row.map((cell, index) => clip(cell, columns[index])));
  const widths: number[] = [];
  for (const row of cells) {
    for (const [index, { text }] of row.entries()) widths[index] = Math.max(widths[index] ?? 0, displayWidth(text));
  }
  const room = width - indent.length;
  const total = (own: readonly number[], gap: number) => own.reduce((sum, each) => sum + each + gap, -gap);
  const gap = total(widths, 2) <= room || (total(widths, 1) > room && total(widths.slice(0, -1), 2) <= room) ? 2 : 1;
  const layout = { widths, columns, gap, room };
  const lines = cells.flatMap((row) => (total(widths, gap) <= room ? [renderRow(row, layout)] : wrapRow(row, layout)));
  return lines.map((line) => `${indent}${line}`.trimEnd()).join('\n');
}

interface Layout {
  readonly widths: readonly number[];
  readonly columns: readonly Column[];
  /** Blanks between two columns. */
  readonly gap: number;
  readonly room: number;
}

/** Narrower than this, a column of prose is no longer read as one. */
const proseMin = 30;

function wrapRow(row: readonly Cell[], layout: Layout): readonly string[] {
  const { widths, gap, room } = layout;
  const last = row.at(-1);
  const others = row.slice(0, -1);
  const before = widths.slice(0, -1).reduce((sum, each) => sum + each + gap, 0);
  if (!last || row.length < widths.length || last.text === '') return [renderRow(row, layout)];
  const paint = last.paint ?? ((text: string) => text);
  const longest = Math.max(proseMin, ...last.text.split(' ').map((word) => word.length));
  if (before + longest <= room) {
    const [first = '', ...rest] = wrapWords(last.text, room - before);
    const head = renderRow([...others, { text: first, paint }], layout);
    return [head, ...rest.map((line) => ' '.repeat(before) + paint(line))];
  }
  const below = wrapWords(last.text, room - 4).map((line) => `    ${paint(line)}`);
  return [renderRow(others, layout), ...below];
}

function renderRow(row: readonly Cell[], { widths, columns, gap }: Omit<Layout, 'room'>): string {
  return row
    .map(({ text, paint }, index) => {
      const blanks = ' '.repeat((widths[index] ?? 0) - displayWidth(text));
      const painted = paint ? paint(text) : text;
      return columns[index]?.align === 'right' ? blanks + painted : painted + blanks;
    })
    .join(' '.repeat(gap));
}

function clip(cell: Cell | string, column: Column | undefined): Cell {
  const { text, paint } = typeof cell === 'string' ? { text: cell, paint: undefined } : cell;
  const max = column?.widthMax;
  const cut = max !== undefined && displayWidth(text) > max ? `${[...text].slice(0, max - 1).join('')}…` : text;
  return paint ? { text: cut, paint } : { text: cut };
}

/** Code points stand for columns: rosc's own words and device names hold no wide characters. */
function displayWidth(text: string): number {
  return [...text].length;
}
