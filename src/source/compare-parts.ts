// An order of lists of numbers.

/** Part by part; what one of them lacks counts as 0. Negative, 0 or positive, as `sort` takes it. */
export function compareParts(a: readonly number[], b: readonly number[]): number {
  for (let index = 0; index < Math.max(a.length, b.length); index++) {
    const difference = (a[index] ?? 0) - (b[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
