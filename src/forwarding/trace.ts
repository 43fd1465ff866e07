// One flow, told step by step: every class that it falls into, and the way that each takes.

import type { CpuPath, Placement } from '../model/placement.ts';
import type { Directed } from './both-directions.ts';
import { verdictOn } from './decide.ts';
import { describePart } from './describe-box.ts';
import { followFlow } from './directions.ts';
import type { Cause, Direction, Flow, FlowVerdict, Step } from './flow.ts';
import type { Network } from './network.ts';

/** Classes of one direction that take the same way. */
export interface TracedWay {
  readonly direction: Direction;
  /** What tells its packets apart, in words: `tcp to port 873 …`. */
  readonly packets: readonly string[];
  readonly placement: Placement;
  readonly cpuPath?: CpuPath;
  readonly because: readonly Cause[];
  readonly notes: readonly Cause[];
  readonly steps: readonly Step[];
}

export interface Trace {
  readonly verdict: FlowVerdict;
  /** Forward first; within a direction in the order of the rules that part them. */
  readonly ways: readonly TracedWay[];
}

export function traceFlow(network: Network, flow: Flow): Trace {
  const all = followFlow(network, flow);
  const ways = new Map<string, { first: Directed; packets: string[] }>();
  for (const directed of all) {
    const { outcome } = directed;
    const packets = `${describePart(outcome.box, undefined)} entering by ${outcome.traffic.ingress.name}`;
    const way = ways.get(wayKey(directed));
    if (way) way.packets.push(packets);
    else ways.set(wayKey(directed), { first: directed, packets: [packets] });
  }
  return {
    verdict: verdictOn(network, flow, all),
    ways: [...ways.values()].map(({ first: { direction, outcome }, packets }) => ({
      direction,
      packets: [...new Set(packets)],
      placement: outcome.placement,
      ...(outcome.cpuPath && { cpuPath: outcome.cpuPath }),
      because: outcome.because,
      notes: outcome.notes,
      steps: outcome.steps,
    })),
  };
}

function wayKey({ direction, outcome: { placement, cpuPath, because, steps } }: Directed): string {
  const told = [...because, ...steps].map(({ text }) => text);
  return [direction, placement, cpuPath, ...told].join('\n');
}
