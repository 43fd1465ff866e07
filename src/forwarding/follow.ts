// A class of packets from where it enters: forwarded, or for the device itself. Of the latter switch rules come first,
// then destination NAT, which may send them on, then the input chain.

import { applySwitchRules } from './acl.ts';
import { makeReason, placeOf } from './causes.ts';
import { cpuLeg } from './cpu-leg.ts';
import { isOwn } from './endpoints.ts';
import { forward } from './hardware-leg.ts';
import type { Network } from './network.ts';
import { endTrace, type Outcome, step, type TraceState, type Traffic } from './outcome.ts';
import { remembered } from './remembered.ts';

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
    const trace = { traffic, packets, uncertainties: [], notes, steps };
    if (rule?.action.kind !== 'drop') return onward(trace);
    const text = uncertainty ? 'a switch rule may drop these packets' : 'a switch rule drops these packets';
    const stop = makeReason('dropped', 'flow/denied', text, placeOf(rule.item, 'new-dst-ports'));
    return [endTrace(trace, { placement: uncertainty ? 'unknown' : 'dropped', datapath: 'acl' }, [stop])];
  });
}
