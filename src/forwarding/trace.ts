// One flow, told step by step: every class that it falls into, and the way that each takes.

import { groupBy } from '../source/grouping.ts';
import { verdictOn } from './decide.ts';
import type { Network } from './network/network.ts';
import type { Direction, Explained, Flow, FlowVerdict } from './packets/flow.ts';
import type { Directed } from './paths/both-directions.ts';
import { followFlow } from './paths/directions.ts';
import { flowTotals, tellApart } from './paths/flow-totals.ts';

/** Classes of one direction that take the same way. */
export interface TracedWay extends Explained {
  readonly direction: Direction;
  /** What tells its packets apart, in words: `tcp to port 873 …`. */
  readonly packets: readonly string[];
}

export interface Trace {
  readonly verdict: FlowVerdict;
  /** Forward first; within a direction in the order of the rules that part them. */
  readonly ways: readonly TracedWay[];
}

export function traceFlow(network: Network, flow: Flow): Trace {
  const all = followFlow(network, flow);
  const totals = flowTotals(all);
  const ways = [...groupBy(all, wayKey).values()].map((members): TracedWay => {
    const [{ direction, outcome }] = members;
    const { placement, cpuPath, because, notes, steps, traffic } = outcome;
    const ports = new Set(members.map((each) => each.outcome.traffic.ingress.name));
    return {
      direction,
      packets: tellApart(members, totals).map(
        ({ packets, ingresses }) => `${packets === '' ? 'all' : packets} entering by ${ingresses.join(', ')}`,
      ),
      placement,
      ...(cpuPath && { cpuPath }),
      because,
      notes,
      steps: steps.map((each) => ({ ...each, text: sayPorts(each.text, traffic.ingress.name, ports) })),
    };
  });
  return { verdict: verdictOn(network, flow, all), ways };
}

/** Ports that are all told of by the same story are told of together. */
function sayPorts(text: string, one: string, ports: ReadonlySet<string>): string {
  return ports.size > 1
    ? text.replace(`enters by \`${one}\``, `enters by ${[...ports].map((port) => `\`${port}\``).join(', ')}`)
    : text;
}

function wayKey({ direction, outcome: { placement, cpuPath, because, steps, traffic } }: Directed): string {
  const told = [...because, ...steps].map(({ text }) =>
    text.replace(`enters by \`${traffic.ingress.name}\``, 'enters'),
  );
  return [direction, placement, cpuPath, ...told].join('\n');
}
