// Aligned columns for terminals. Widths are those of the visible text; colour does not count.

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

/** One line per row, each with the indent, columns two blanks apart, no trailing blanks. */
export function renderTable(rows: readonly Row[], columns: readonly Column[] = [], indent = '  '): string {
  const cells = rows.map((row) => row.map((cell, index) => clip(cell, columns[index])));
  const widths: number[] = [];
  for (const row of cells) {
    for (const [index, { text }] of row.entries()) widths[index] = Math.max(widths[index] ?? 0, displayWidth(text));
  }
  return cells.map((row) => `${indent}${renderRow(row, widths, columns)}`.trimEnd()).join('\n');
}

function renderRow(row: readonly Cell[], widths: readonly number[], columns: readonly Column[]): string {
  return row
    .map(({ text, paint }, index) => {
      const blanks = ' '.repeat((widths[index] ?? 0) - displayWidth(text));
      const painted = paint ? paint(text) : text;
      return columns[index]?.align === 'right' ? blanks + painted : painted + blanks;
    })
    .join('  ');
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
