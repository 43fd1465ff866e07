// Flows that keep their placement and get another ceiling: a bond that loses a member, a line that is slower.

import { type Palette, printable } from '../diagnostics/palette.ts';
import type { FlowVerdict } from '../forwarding/packets/flow.ts';
import { printBitRate } from '../model/rates.ts';
import type { Report } from './site-report.ts';
import type { Row } from './table.ts';

export interface CeilingChange {
  /** Empty: it crosses several. */
  readonly device: string;
  readonly flow: string;
  /** In bit/s. */
  readonly before: number;
  readonly after: number;
  /** What the flow asks for, in bit/s; absent = it does not say. */
  readonly rate?: number;
}

export function compareCeilings(before: Report, after: Report): readonly CeilingChange[] {
  const earlier = flowsOf(before);
  return [...flowsOf(after)].flatMap(([id, { device, verdict }]): CeilingChange[] => {
    const [was, is] = [earlier.get(id)?.verdict, verdict];
    const [from, to] = [was?.ceiling?.bps, is.ceiling?.bps];
    const isSamePath = was?.placement === is.placement && was.cpuPath === is.cpuPath;
    if (!isSamePath || from === undefined || to === undefined || from === to) return [];
    const { name, rateBps } = is.flow;
    return [{ device, flow: name, before: from, after: to, ...(rateBps !== undefined && { rate: rateBps }) }];
  });
}

function flowsOf({ devices, flows }: Report): ReadonlyMap<string, { device: string; verdict: FlowVerdict }> {
  const all = [
    ...devices.flatMap(({ name, flows: own }) => own.map((verdict) => ({ device: name, verdict }))),
    ...flows.map(({ verdict }) => ({ device: '', verdict })),
  ];
  return new Map(all.map((each) => [`${each.device} ${each.verdict.flow.name}`, each]));
}

export function ceilingRow({ device, flow, before, after, rate }: CeilingChange, palette: Palette): Row {
  const isShort = rate !== undefined && rate > after;
  const wanted = isShort ? [{ text: `less than the ${printBitRate(rate)} that it needs`, paint: palette.error }] : [];
  return [
    device,
    'flow',
    printable(flow),
    printBitRate(before),
    { text: '→', paint: palette.faint },
    { text: printBitRate(after), ...(isShort && { paint: palette.error }) },
    ...wanted,
  ];
}
