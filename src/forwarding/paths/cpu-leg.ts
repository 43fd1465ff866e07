// A class of packets that reaches the CPU: what destination NAT makes of it before anything else is decided.

import { type CpuArrival, uncertaintyOf } from '../cpu/cpu-way.ts';
import { isTracking } from '../firewall/cpu-path.ts';
import { destinationNat, type NatPart } from '../firewall/destination-nat.ts';
import type { FirewallRule } from '../firewall/firewall.ts';
import { endTrace, type Outcome, step, type TraceState, withStep, withUncertainty } from '../firewall/outcome.ts';
import { natTargetName } from '../network/matchers.ts';
import type { Network } from '../network/network.ts';
import { makeReason, placeOf, type Reason } from '../packets/causes.ts';
import { isEmpty, type PacketSet } from '../packets/space.ts';
import { isOwn } from '../routing/endpoints.ts';
import { forwardByCpu } from './cpu-forwarding.ts';

/** Cut by what destination NAT makes of the packets; answers and what NAT has brought already pass as they are. */
export function cpuLeg(network: Network, start: TraceState, arrival: CpuArrival): readonly Outcome[] {
  const { traffic, packets } = start;
  if (!traffic.opens || arrival.natState || !isTracking(network)) return forwardByCpu(network, start, arrival);
  return destinationNat(network, traffic.inInterface, packets).flatMap((part) =>
    afterNat(network, start, arrival, part),
  );
}

/** By a rule of destination NAT. */
export function translatedBy({ item, action }: FirewallRule): Reason {
  const at = placeOf(item, action === 'redirect' ? 'action' : natTargetName(item));
  return makeReason('cpu', 'flow/translated', 'the destination address is translated', at);
}

/** What becomes of packets behind destination NAT. */
function afterNat(
  network: Network,
  start: TraceState,
  arrival: CpuArrival,
  { packets, rule, onward, uncertainty }: NatPart,
): readonly Outcome[] {
  const trace = withUncertainty({ ...start, packets: onward }, uncertaintyOf({ uncertainty }));
  if (!rule) return forwardByCpu(network, trace, arrival);
  const reason = translatedBy(rule);
  // Linux, `nf_nat_redirect`: without an address there they end here.
  if (isEmpty(onward.destination)) {
    const text = `\`${start.traffic.inInterface}\` has no address that the rule could redirect to`;
    const stop = makeReason('dropped', 'flow/denied-by-firewall', text, reason.cause.at);
    return [endTrace({ ...trace, packets }, { placement: 'dropped', datapath: 'input' }, [...arrival.reasons, stop])];
  }
  const told = withStep(trace, step('nat', 'the destination is translated', reason.cause.at));
  const { destination, destinationPort } = packets;
  const isForDevice = (some: PacketSet) => isOwn(network, start.traffic.inInterface, some);
  const addressed = { isDevice: isForDevice(packets), staysDevice: isForDevice(onward) };
  const arrived = { destination, destinationPort, ...addressed };
  return forwardByCpu(network, told, {
    ...arrival,
    reasons: [...arrival.reasons, reason],
    natState: 'dstnat',
    arrived,
  });
}
