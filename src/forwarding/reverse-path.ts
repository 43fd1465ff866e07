// `rp-filter`: the CPU refuses packets whose source it would reach another way (`strict`), or not at all (`loose`).

import { propertyValue, settingsOf } from '../model/config.ts';
import { type Objection, objection, placeOf } from './causes.ts';
import { partition } from './fib.ts';
import type { Network } from './network.ts';
import { endJourney, type Journey, type Outcome } from './outcome.ts';
import { type RoutingChoice, routingChoices } from './routing-policy.ts';
import { type Box, type IntervalSet, isEmpty, mirror, subtract, unionOf } from './space.ts';

export interface ReversePath {
  readonly allowed: readonly Box[];
  readonly refused: readonly Outcome[];
}

export function byReversePath(network: Network, start: Journey, reasons: readonly Objection[]): ReversePath {
  const { box, traffic } = start;
  const settings = settingsOf(network.config, '/ip/settings');
  const mode = settings && propertyValue(settings, 'rp-filter');
  if (box.family !== 4 || (mode !== 'strict' && mode !== 'loose')) return { allowed: [box], refused: [] };
  const allowed: Box[] = [];
  const refused: Outcome[] = [];
  // Neither marks nor the interface that the packets came by count on the imagined way back.
  const vrf = network.l3Interfaces.get(traffic.inInterface)?.vrf ?? 'main';
  for (const choice of routingChoices(network, mirror(box), { vrf, mark: 'main' })) {
    const { passing, failing } = judge(network, choice, mode === 'strict' ? traffic.inInterface : undefined);
    if (!isEmpty(passing)) allowed.push(mirror({ ...choice.box, destination: passing }));
    if (isEmpty(failing)) continue;
    const text = `\`rp-filter\` refuses them: the way back to their source is ${mode === 'strict' ? 'another' : 'missing'}`;
    const placement = choice.doubtful ? 'unknown' : 'dropped';
    const reason = objection(placement, 'flow/no-route', text, placeOf(settings, 'rp-filter'));
    const lost = { ...start, box: mirror({ ...choice.box, destination: failing }) };
    const mayDrop = choice.doubtful && { mayDrop: true as const };
    refused.push(endJourney(lost, { placement, datapath: 'l3-routing', ...mayDrop }, [...reasons, reason]));
  }
  return { allowed, refused };
}

interface Judged {
  readonly passing: IntervalSet;
  readonly failing: IntervalSet;
}

/** `only`: the interface that has to be one of the ways back. */
function judge(network: Network, { box, table, dropped }: RoutingChoice, only: string | undefined): Judged {
  if (dropped) return { passing: [], failing: box.destination };
  const { routed } = partition(network, table, box.family, box.destination);
  const passing = routed.flatMap(({ nextHops, set }) => {
    const ways = nextHops.flatMap((hop) => (hop.kind === 'blackhole' ? [] : (hop.interface ?? [])));
    return ways.length > 0 && (only === undefined || ways.includes(only)) ? set : [];
  });
  return { passing: unionOf(passing), failing: subtract(box.destination, unionOf(passing)) };
}
