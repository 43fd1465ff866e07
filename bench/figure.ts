// One line of the result: a figure, what DESIGN asks of it, and the circumstances.

export interface Figure {
  readonly what: string;
  readonly value: number;
  readonly unit: string;
  readonly reach?: { readonly atMost: number } | { readonly atLeast: number };
  /** Circumstances, for people: ranges, sizes, the other side of a ratio. */
  readonly detail: string;
}

/** Undefined: nothing is asked of it. */
export function isReached({ value, reach }: Figure): boolean | undefined {
  if (!reach) return undefined;
  return 'atMost' in reach ? value <= reach.atMost : value >= reach.atLeast;
}

export function figuresTable(figures: readonly Figure[]): string {
  const rows = figures.map((figure) => {
    const { what, value, unit, reach, detail } = figure;
    const asked = reach ? ('atMost' in reach ? `≤ ${number(reach.atMost)}` : `≥ ${number(reach.atLeast)}`) : '';
    const verdict = { true: 'reached', false: 'MISSED', undefined: '' }[`${isReached(figure)}`];
    return [what, `${number(value)} ${unit}`.trim(), asked, verdict, detail];
  });
  const head = ['what', 'measured', 'reach', '', 'circumstances'];
  const widths = head.map((_, column) => Math.max(...[head, ...rows].map((row) => row[column]?.length ?? 0)));
  const print = (row: readonly string[]) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ');
  return `${[head, ...rows].map((row) => print(row).trimEnd()).join('\n')}\n`;
}

export function figuresJson(figures: readonly Figure[], machine: Readonly<Record<string, unknown>>) {
  return {
    version: 1,
    machine,
    figures: figures.map((figure) => {
      const reached = isReached(figure);
      return { ...figure, ...(reached !== undefined && { reached }) };
    }),
  };
}

/** Three digits that count, and no exponent. */
function number(value: number): string {
  if (!Number.isFinite(value)) return String(value);
  if (Math.abs(value) >= 100) return Math.round(value).toLocaleString('en-US');
  return String(Number(value.toPrecision(3)));
}
