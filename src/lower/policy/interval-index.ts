// Finds which of many intervals touch a given one, without asking all of them.

export interface IntervalIndex {
  /** Positions of the intervals that have a number in common with `[low, high]`, ascending. */
  touching(low: number, high: number): readonly number[];
}

/** `lows[i]` to `highs[i]` is the interval at position `i`, both ends included. */
export function intervalIndex(lows: readonly number[], highs: readonly number[]): IntervalIndex {
  const order = Uint32Array.from(lows.keys()).sort((a, b) => (lows[a] ?? 0) - (lows[b] ?? 0));
  const starts = Float64Array.from(order, (position) => lows[position] ?? 0);
  const size = 2 ** Math.ceil(Math.log2(Math.max(1, order.length)));
  // A binary heap over the order of the starts: each node knows how far the intervals below it reach.
  const reach = new Float64Array(2 * size).fill(Number.NEGATIVE_INFINITY);
  for (const [rank, position] of order.entries()) reach[size + rank] = highs[position] ?? 0;
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
      const query: Query = { low, count: countUpTo(starts, high), found: [] };
      collect(1, 0, size, query);
      return query.found.sort((a, b) => a - b);
    },
  };
}

interface Query {
  readonly low: number;
  /** So many intervals start early enough. */
  readonly count: number;
  readonly found: number[];
}

/** How many of the sorted numbers are at most `limit`. */
function countUpTo(sorted: Float64Array, limit: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? 0) <= limit) low = middle + 1;
    else high = middle;
  }
  return low;
}
