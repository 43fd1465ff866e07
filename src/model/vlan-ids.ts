// Lists of VLAN ids as RouterOS writes them: `10,20-30`.

import { computeIfAbsent } from '../source/grouping.ts';
import { type Item, isDynamic, isEnabled, listValues, propertyValue } from './config.ts';
import { parseNumberRange } from './number-range.ts';
import { unreadableOf } from './unreadable.ts';

const vidMax = 4095;

/** The ids of a list, ascending, each once; what is no id or range of ids is left out. */
export function parseVlanIds(text: string | undefined): readonly number[] {
  const seen = new Set<number>();
  for (const part of listValues(text)) {
    const { from, to } = parseNumberRange(part) ?? { from: 0, to: -1 };
    for (let vid = from; vid <= Math.min(to, vidMax); vid++) seen.add(vid);
    if (seen.size > vidMax) break;
  }
  return [...seen].sort((a, b) => a - b);
}

/** VLANs of all bridges of a device together: twenty bridges with every VLAN, more than any device holds. */
const vlansMax = 20 * vidMax;

type Row = Pick<Item, 'properties' | 'state'>;

/**
 * Rows of `/interface/bridge/vlan` that a device refuses, as `failure: vlan already added`, and why: an earlier row of
 * the bridge has one of their VLANs. Beyond some VLANs all are left out, because every VLAN is judged by itself.
 */
export function refusedVlanRows<R extends Row>(rows: Iterable<R>): ReadonlyMap<R, string> {
  const faults = new Map<R, string>();
  const taken = new Map<string, Set<number>>();
  let count = 0;
  for (const row of rows) {
    if (!isEnabled(row) || isDynamic(row) || unreadableOf(row).includes('vlan-ids')) continue;
    const bridge = propertyValue(row, 'bridge') ?? '';
    const own = computeIfAbsent(taken, bridge, () => new Set<number>());
    const vids = parseVlanIds(propertyValue(row, 'vlan-ids') ?? '1');
    const vid = vids.find((each) => own.has(each));
    if (vid !== undefined) faults.set(row, `VLAN ${vid} is in an earlier row`);
    else if (count + vids.length > vlansMax) faults.set(row, 'more VLANs than a device holds');
    else {
      for (const each of vids) own.add(each);
      count += vids.length;
    }
  }
  return faults;
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
