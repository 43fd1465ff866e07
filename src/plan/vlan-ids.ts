// Lists of VLAN ids as RouterOS writes them: `10,20-30`.

import { listValues } from '../model/config.ts';

const highest = 4094;

/** The ids of a list, ascending; what is no id or range of ids is left out. */
export function parseVlanIds(text: string | undefined): readonly number[] {
  const ids = new Set<number>();
  for (const part of listValues(text)) {
    const [from = Number.NaN, to = from] = part.split('-').map(Number);
    for (let id = from; id <= Math.min(to, highest); id++) ids.add(id);
  }
  return [...ids].sort((a, b) => a - b);
}

/** Shortest list of the ids; runs of three and more become ranges. */
export function printVlanIds(ids: readonly number[]): string {
  const parts: string[] = [];
  for (let start = 0; start < ids.length; ) {
    let end = start;
    while (ids[end + 1] === (ids[end] ?? 0) + 1) end++;
    if (end - start >= 2) parts.push(`${ids[start]}-${ids[end]}`);
    else parts.push(...ids.slice(start, end + 1).map(String));
    start = end + 1;
  }
  return parts.join(',');
}
