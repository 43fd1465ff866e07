// Finds which of many intervals touch a given one, without asking all of them.

export interface IntervalIndex {
  /** Positions of the intervals that have a number in common with `[low, high]`, ascending. */
  touching(low: number, high: number): readonly number[];
  /** How many those are. */
  count(low: number, high: number): number;
}

/** Both ends are included. */
export function intervalIndex(intervals: readonly { readonly low: number; readonly high: number }[]): IntervalIndex {
  const starts = Float64Array.from(intervals, ({ low }) => low);
  const order = Uint32Array.from(starts.keys()).sort((a, b) => (starts[a] ?? 0) - (starts[b] ?? 0));
  starts.sort();
  const ends = Float64Array.from(intervals, ({ high }) => high).sort();
  const size = 2 ** Math.ceil(Math.log2(Math.max(1, order.length)));
  // A binary heap over the order of the starts: each node knows how far the intervals below it reach.
  const reach = new Float64Array(2 * size).fill(Number.NEGATIVE_INFINITY);
  for (const [rank, position] of order.entries()) reach[size + rank] = intervals[position]?.high ?? 0;
  for (let node = size - 1; node > 0; node--) {
    reach[node] = Math.max(reach[2 * node] ?? 0, reach[2 * node + 1] ?? 0);
  }
  const collect = (node: number, first: number, width: number, query: Query): void => {
    if (first >= query.count || (reach[node] ?? 0) < query.low) return;
    if (width === 1) {
      query.found.push(order[first] ?? 0);
      return;
    }
    const half = width / 2;
    collect(2 * node, first, half, query);
    collect(2 * node + 1, first + half, half, query);
  };
  return {
    touching(low, high) {
      const query: Query = { low, count: countWhile(starts, (start) => start <= high), found: [] };
      collect(1, 0, size, query);
      return query.found.sort((a, b) => a - b);
    },
    count: (low, high) => countWhile(starts, (start) => start <= high) - countWhile(ends, (end) => end < low),
  };
}

interface Query {
  readonly low: number;
  /** So many intervals start early enough. */
  readonly count: number;
  readonly found: number[];
}

/** How many of the sorted numbers, from the first on, are so. */
function countWhile(sorted: Float64Array, isSo: (value: number) => boolean): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isSo(sorted[middle] ?? 0)) low = middle + 1;
    else high = middle;
  }
  return low;
}
