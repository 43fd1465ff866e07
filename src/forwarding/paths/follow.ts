// A class of packets from where it enters, and by which ports: forwarded, or for the device itself. Of the latter
// switch rules come first, then destination NAT, which may send them on, then the input chain.

import { derivedPer } from '../../source/grouping.ts';
import type { Location } from '../../source/location.ts';
import { movesElsewhere, rulesAt } from '../acl/acl.ts';
import { applySwitchRules } from '../acl/switch-rule-walk.ts';
import { remembered } from '../cpu/remembered.ts';
import { bridgeMentions } from '../firewall/bridge-firewall.ts';
import { endTrace, type Outcome, startTrace, step, type TraceState, type Traffic } from '../firewall/outcome.ts';
import { type Attachment, classesOf, entriesInto } from '../network/attachments.ts';
import type { Network } from '../network/network.ts';
import { makeReason, placeOf } from '../packets/causes.ts';
import { isOwn } from '../routing/endpoints.ts';
import { cpuLeg } from './cpu-leg.ts';
import { forward } from './hardware-leg.ts';
import { portless } from './lost-traffic.ts';

export type Entering = Omit<Traffic, 'ingress'>;

/** One class per kind of port that the interface has. */
export function enterBy(
  network: Network,
  entering: Entering,
  onward: (network: Network, traffic: Traffic) => readonly Outcome[] = follow,
): readonly Outcome[] {
  const ports = ingressPorts(network, entering.inInterface);
  if (ports.length === 0) return [portless(network, entering)];
  return ports.flatMap((ingress) => onward(network, { ...entering, ingress }));
}

export function follow(network: Network, traffic: Traffic): readonly Outcome[] {
  return isOwn(network, traffic.inInterface, traffic.packets) ? inputLeg(network, traffic) : forward(network, traffic);
}

const inputLeg = remembered((network, traffic) =>
  pastSwitchRules(network, { traffic, to: 'the device itself', notes: [] }, (trace) =>
    cpuLeg(network, trace, { reasons: [], chipTakes: true }),
  ),
);

/** Of packets that are the CPU's, whatever the chip could do: what switch rules leave of them. */
export function pastSwitchRules(
  network: Network,
  { traffic, to, notes }: Pick<TraceState, 'traffic' | 'notes'> & { readonly to: string },
  onward: (trace: TraceState) => readonly Outcome[],
): readonly Outcome[] {
  return applySwitchRules(network, traffic.ingress, traffic.packets).flatMap(({ packets, rule, uncertainty }) => {
    const steps = [step('ingress', `enters by \`${traffic.ingress.name}\`, for ${to}`)];
    const trace = { ...startTrace(traffic, steps, packets), notes };
    const isDropped = rule?.action.kind === 'drop';
    if (!isDropped && !(rule && movesElsewhere(network, rule, traffic))) return onward(trace);
    return [keptFromCpu(trace, isDropped && !uncertainty, placeOf(rule.item, 'new-dst-ports'))];
  });
}

/** By a switch rule, which drops them for sure or may send them elsewhere. */
export function keptFromCpu(trace: TraceState, isSure: boolean, at: Location | undefined): Outcome {
  const placement = isSure ? 'dropped' : 'unknown';
  const text = isSure ? 'a switch rule drops these packets' : 'a switch rule may keep these packets from the CPU';
  const stop = makeReason(placement, isSure ? 'flow/denied' : 'flow/undecided', text, at);
  return endTrace(trace, { placement, datapath: 'acl', ...(!isSure && { mayDrop: true as const }) }, [stop]);
}

/**
 * Of ports of one kind that the same switch rules and rules of bridges name one, and where these differ by what leaves
 * there another, which sends to the first.
 */
const ingressPorts = derivedPer((network: Network, name: string): readonly Attachment[] => {
  const mentions = (side: 'in' | 'out') => (port: Attachment) => bridgeMentions(network, port.name, side);
  const named = mentions('in');
  return classesOf(entriesInto(network, name), (port) =>
    [...rulesAt(network, port).map(({ index }) => index), named(port)].join(),
  ).flatMap(({ members }) =>
    classesOf(members, mentions('out'))
      .slice(0, 2)
      .map(({ representative }) => representative),
  );
});
