// The fewest moves that put the items of an ordered menu into the wanted order.

/**
 * Positions in `ranks` of one longest strictly increasing subsequence: what keeps its place while the rest moves.
 * O(n log n).
 */
export function longestIncreasing(ranks: readonly number[]): readonly number[] {
  const tails: number[] = [];
  const previous = new Array<number>(ranks.length).fill(-1);
  for (const [position, rank] of ranks.entries()) {
    let low = 0;
    let high = tails.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((ranks[tails[middle] ?? 0] ?? 0) < rank) low = middle + 1;
      else high = middle;
    }
    previous[position] = tails[low - 1] ?? -1;
    tails[low] = position;
  }
  const chain: number[] = [];
  for (let at = tails.at(-1) ?? -1; at >= 0; at = previous[at] ?? -1) chain.push(at);
  return chain.reverse();
}
