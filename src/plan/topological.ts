// A topological order that prefers low ranks: dependencies first, taste second.

import { compareParts } from '../source/compare-parts.ts';

/**
 * `before[i]` lists the nodes that come before node `i`; ranks compare part by part. A cycle is cut at its lowest rank,
 * because a plan that cannot be ordered perfectly still has to be shown.
 */
export function sortTopologically(
  before: readonly (readonly number[])[],
  ranks: readonly (readonly number[])[],
): readonly number[] {
  const byRank = ranks.map((_, node) => node).sort((a, b) => compareParts(ranks[a] ?? [], ranks[b] ?? []));
  const place = new Map(byRank.map((node, index) => [node, index]));
  const placeOf = (node: number) => place.get(node) ?? 0;
  const after = inverted(before);
  const waiting = before.map((nodes) => nodes.length);

  const ready = new Heap();
  const sorted: number[] = [];
  const done = new Set<number>();
  for (const node of byRank.filter((each) => waiting[each] === 0)) ready.push(placeOf(node));
  for (let cut = 0; sorted.length < before.length; ) {
    const next = ready.pop();
    if (next === undefined) {
      while (done.has(byRank[cut] ?? -1)) cut++;
      ready.push(cut);
      continue;
    }
    const node = byRank[next] ?? -1;
    if (done.has(node)) continue;
    done.add(node);
    sorted.push(node);
    for (const later of released(after[node] ?? [], waiting)) ready.push(placeOf(later));
  }
  return sorted;
}

/** For each node those that come after it. */
function inverted(before: readonly (readonly number[])[]): readonly (readonly number[])[] {
  const after: number[][] = before.map(() => []);
  for (const [node, nodes] of before.entries()) for (const earlier of nodes) after[earlier]?.push(node);
  return after;
}

/** Each of these nodes waits for one less; those that wait for nothing any more. */
function released(nodes: readonly number[], waiting: number[]): readonly number[] {
  for (const node of nodes) waiting[node] = (waiting[node] ?? 1) - 1;
  return nodes.filter((node) => waiting[node] === 0);
}

/** A binary heap of numbers, smallest first. */
class Heap {
  private readonly values: number[] = [];

  push(value: number): void {
    const { values } = this;
    let at = values.length;
    values.push(value);
    while (at > 0) {
      const parent = (at - 1) >> 1;
      const above = values[parent] ?? 0;
      if (above <= value) break;
      values[at] = above;
      at = parent;
    }
    values[at] = value;
  }

  pop(): number | undefined {
    const { values } = this;
    const smallest = values[0];
    const last = values.pop();
    if (last === undefined || values.length === 0) return smallest;
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= values.length) break;
      if (child + 1 < values.length && (values[child + 1] ?? 0) < (values[child] ?? 0)) child++;
      if ((values[child] ?? 0) >= last) break;
      values[at] = values[child] ?? 0;
      at = child;
    }
    values[at] = last;
    return smallest;
  }
}
