// Flows of a site with several devices: those of one device stand in its report, those that cross devices above them.

import type { FlowVerdict } from '../forwarding/flow.ts';
import { placements } from '../model/placement.ts';
import type { SiteFlow } from '../report/site-report.ts';
import { append } from '../source/append.ts';

export interface DeviceFlows {
  readonly lowered: { readonly device: string };
  readonly flows: readonly FlowVerdict[];
}

export interface SeparatedFlows {
  /** By device. */
  readonly own: ReadonlyMap<string, readonly FlowVerdict[]>;
  readonly crossing: readonly SiteFlow[];
}

export function separateFlows(devices: readonly DeviceFlows[]): SeparatedFlows {
  const hops = new Map<string, { device: string; verdict: FlowVerdict }[]>();
  for (const { lowered, flows } of devices) {
    for (const verdict of flows) {
      const key = flowKey(verdict);
      append(hops, key, { device: lowered.device, verdict });
    }
  }
  const own = new Map<string, FlowVerdict[]>(devices.map(({ lowered }) => [lowered.device, []]));
  const crossing: SiteFlow[] = [];
  for (const all of hops.values()) {
    const [first, ...others] = all;
    if (!first) continue;
    if (others.length === 0) own.get(first.device)?.push(first.verdict);
    else crossing.push({ verdict: all.map(({ verdict }) => verdict).reduce(worseFlow), hops: all });
  }
  return { own, crossing };
}

/** A path is as good as its worst device, and carries what its narrowest one carries. */
function worseFlow(a: FlowVerdict, b: FlowVerdict): FlowVerdict {
  const worse = placements.indexOf(a.placement) >= placements.indexOf(b.placement) ? a : b;
  const narrow = (a.ceiling?.bps ?? Number.POSITIVE_INFINITY) <= (b.ceiling?.bps ?? Number.POSITIVE_INFINITY) ? a : b;
  return narrow.ceiling ? { ...worse, ceiling: narrow.ceiling } : worse;
}

/** Two devices lower the same flow from the same place of the site. */
function flowKey({ flow }: FlowVerdict): string {
  return `${flow.name} ${flow.origin.kind === 'source' ? flow.origin.start : ''}`;
}
