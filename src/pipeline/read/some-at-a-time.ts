// Work on many devices, so many at a time: begun in the given order, answered in the given order.

/** No further one is begun once `isOver` says so; the results of those that were not begun are missing. */
export async function someAtATime<T, R>(
  items: readonly T[],
  parallel: number,
  work: (item: T) => Promise<R>,
  isOver: () => boolean = () => false,
): Promise<readonly R[]> {
  const results: { readonly result: R }[] = [];
  const queue = items.entries();
  const worker = async () => {
    while (!isOver()) {
      const next = queue.next();
      if (next.done) return;
      const [index, item] = next.value;
      results[index] = { result: await work(item) };
    }
  };
  await Promise.all(Array.from({ length: Math.min(parallel, items.length) }, worker));
  // Holes of the list are skipped.
  return results.flatMap(({ result }) => [result]);
}
