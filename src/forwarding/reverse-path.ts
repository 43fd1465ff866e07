// `rp-filter`: the CPU refuses packets whose source it would reach another way (`strict`), or not at all (`loose`).

import { propertyValue, settingsOf } from '../model/config.ts';
import { makeReason, placeOf, type Reason } from './causes.ts';
import { partition } from './fib.ts';
import type { Network } from './network.ts';
import { endTrace, type Outcome, type TraceState } from './outcome.ts';
import { type RoutingChoice, routingChoices } from './routing-policy.ts';
import { type IntervalSet, isEmpty, mirror, type PacketSet, subtract, unionOf } from './space.ts';

export interface ReversePath {
  readonly allowed: readonly PacketSet[];
  readonly refused: readonly Outcome[];
}

export function byReversePath(network: Network, start: TraceState, reasons: readonly Reason[]): ReversePath {
  const { packets, traffic } = start;
  const settings = settingsOf(network.config, '/ip/settings');
  const mode = settings && propertyValue(settings, 'rp-filter');
  if (packets.family !== 4 || (mode !== 'strict' && mode !== 'loose')) return { allowed: [packets], refused: [] };
  const allowed: PacketSet[] = [];
  const refused: Outcome[] = [];
  // Neither marks nor the interface that the packets came by count on the imagined way back.
  const vrf = network.l3Interfaces.get(traffic.inInterface)?.vrf ?? 'main';
  for (const choice of routingChoices(network, mirror(packets), { vrf, mark: 'main' })) {
    const { passing, failing } = judge(network, choice, mode === 'strict' ? traffic.inInterface : undefined);
    if (!isEmpty(passing)) allowed.push(mirror({ ...choice.packets, destination: passing }));
    if (isEmpty(failing)) continue;
    const text = `\`rp-filter\` refuses them: the way back to their source is ${mode === 'strict' ? 'another' : 'missing'}`;
    const placement = choice.uncertain ? 'unknown' : 'dropped';
    const reason = makeReason(placement, 'flow/no-route', text, placeOf(settings, 'rp-filter'));
    const lost = { ...start, packets: mirror({ ...choice.packets, destination: failing }) };
    const mayDrop = choice.uncertain && { mayDrop: true as const };
    refused.push(endTrace(lost, { placement, datapath: 'l3-routing', ...mayDrop }, [...reasons, reason]));
  }
  return { allowed, refused };
}

interface Judged {
  readonly passing: IntervalSet;
  readonly failing: IntervalSet;
}

/** `only`: the interface that has to be one of the ways back. */
function judge(network: Network, { packets, table, dropped }: RoutingChoice, only: string | undefined): Judged {
  if (dropped) return { passing: [], failing: packets.destination };
  const { routed } = partition(network, table, packets.family, packets.destination);
  const passing = routed.flatMap(({ nextHops, set }) => {
    const ways = nextHops.flatMap((hop) => (hop.kind === 'blackhole' ? [] : (hop.interface ?? [])));
    return ways.length > 0 && (only === undefined || ways.includes(only)) ? set : [];
  });
  return { passing: unionOf(passing), failing: subtract(packets.destination, unionOf(passing)) };
}
