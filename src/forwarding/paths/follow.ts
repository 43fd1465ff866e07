// A class of packets from where it enters: forwarded, or for the device itself. Of the latter switch rules come first,
// then destination NAT, which may send them on, then the input chain.

import type { Location } from '../../source/location.ts';
import { movesElsewhere } from '../acl/acl.ts';
import { applySwitchRules } from '../acl/switch-rule-walk.ts';
import { remembered } from '../cpu/remembered.ts';
import { endTrace, type Outcome, startTrace, step, type TraceState, type Traffic } from '../firewall/outcome.ts';
import type { Network } from '../network/network.ts';
import { makeReason, placeOf } from '../packets/causes.ts';
import { isOwn } from '../routing/endpoints.ts';
import { cpuLeg } from './cpu-leg.ts';
import { forward } from './hardware-leg.ts';

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
