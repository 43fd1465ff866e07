// A class of packets that reaches the CPU: what destination NAT makes of it before anything else is decided.

import { makeReason, placeOf } from './causes.ts';
import type { CpuArrival } from './cpu-arrival.ts';
import { forwardByCpu } from './cpu-forwarding.ts';
import { isTracking } from './cpu-path.ts';
import { uncertaintyOf } from './cpu-way.ts';
import { destinationNat, type NatPart } from './destination-nat.ts';
import { isOwn } from './endpoints.ts';
import { natTargetName } from './matchers.ts';
import type { Network } from './network.ts';
import { type Outcome, step, type TraceState, withStep, withUncertainty } from './outcome.ts';
import type { PacketSet } from './space.ts';

/** Cut by what destination NAT makes of the packets; answers and what NAT has brought already pass as they are. */
export function cpuLeg(network: Network, start: TraceState, arrival: CpuArrival): readonly Outcome[] {
  const { traffic, packets } = start;
  if (!traffic.opens || arrival.natState || !isTracking(network)) return forwardByCpu(network, start, arrival);
  return destinationNat(network, traffic.inInterface, packets).flatMap((part) =>
    afterNat(network, start, arrival, part),
  );
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
  const at = placeOf(rule.item, rule.action === 'redirect' ? 'action' : natTargetName(rule.item));
  const told = withStep(trace, step('nat', 'the destination is translated', at));
  const reason = makeReason('cpu', 'flow/translated', 'the destination address is translated', at);
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
