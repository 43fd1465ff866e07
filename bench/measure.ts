// Timing: warm-up, then the median of several runs; and how a time grows with its input.

export interface Measured {
  readonly medianMs: number;
  /** Fastest and slowest run: what the machine adds. */
  readonly rangeMs: readonly [number, number];
  readonly runs: number;
}

export interface Effort {
  readonly warmUps: number;
  readonly runs: number;
}

export async function measure(effort: Effort, action: () => unknown): Promise<Measured> {
  for (let run = 0; run < effort.warmUps; run++) await action();
  const times: number[] = [];
  for (let run = 0; run < effort.runs; run++) {
    // Garbage of the run before is not this run's.
    globalThis.gc?.();
    const start = performance.now();
    await action();
    times.push(performance.now() - start);
  }
  return { medianMs: median(times), rangeMs: [Math.min(...times), Math.max(...times)], runs: times.length };
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  const upper = sorted[Math.floor(middle)] ?? Number.NaN;
  return Number.isInteger(middle) ? ((sorted[middle - 1] ?? Number.NaN) + upper) / 2 : upper;
}

/** The k of time ~ size^k that fits the points best: the slope of the line through their logarithms. */
export function growthExponent(points: readonly { readonly size: number; readonly ms: number }[]): number {
  const logs = points.map(({ size, ms }) => ({ x: Math.log(size), y: Math.log(ms) }));
  const meanX = logs.reduce((sum, { x }) => sum + x, 0) / logs.length;
  const meanY = logs.reduce((sum, { y }) => sum + y, 0) / logs.length;
  const rise = logs.reduce((sum, { x, y }) => sum + (x - meanX) * (y - meanY), 0);
  const run = logs.reduce((sum, { x }) => sum + (x - meanX) ** 2, 0);
  return rise / run;
}
