// Flows of a site with several devices: those of one device stand in its report, those that cross devices above them.

import type { FlowVerdict } from '../../forwarding/packets/flow.ts';
import { type SiteFlow, worseFlow } from '../../report/site-report.ts';
import { append } from '../../source/append.ts';
import { groupBy } from '../../source/grouping.ts';

export interface DeviceFlows {
  readonly lowered: { readonly device: string };
  readonly flows: readonly FlowVerdict[];
}

export interface SeparatedFlows {
  /** By device. */
  readonly own: ReadonlyMap<string, readonly FlowVerdict[]>;
  readonly crossing: readonly SiteFlow[];
}

/** `others`: devices whose own flows nobody asks about. */
export function separateFlows(devices: readonly DeviceFlows[], others: readonly DeviceFlows[] = []): SeparatedFlows {
  const hops = new Map<string, { device: string; verdict: FlowVerdict }[]>();
  for (const { lowered, flows } of [...devices, ...others]) {
    // Parts of a flow may cross a device in different ways.
    for (const parts of groupBy(flows, flowKey).values()) {
      const verdict = parts.reduce(worseFlow);
      append(hops, flowKey(verdict), { device: lowered.device, verdict });
    }
  }
  const own = new Map<string, FlowVerdict[]>(devices.map(({ lowered }) => [lowered.device, []]));
  const crossing: SiteFlow[] = [];
  for (const all of hops.values()) {
    const [first, ...further] = all;
    if (!first || !all.some(({ device }) => own.has(device))) continue;
    if (further.length === 0) own.get(first.device)?.push(first.verdict);
    else crossing.push({ verdict: all.map(({ verdict }) => verdict).reduce(worseFlow), hops: all });
  }
  return { own, crossing };
}

/** Two devices lower the same flow from the same place of the site. */
function flowKey({ flow }: FlowVerdict): string {
  return `${flow.name} ${flow.origin.kind === 'source' ? flow.origin.start : ''}`;
}
