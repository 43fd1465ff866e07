// A class of packets that reaches the CPU to be forwarded: whether it forwards at all, from which sources, and what
// destination NAT makes of it.

import { makeReason, placeOf } from './causes.ts';
import type { CpuArrival } from './cpu-arrival.ts';
import { forwardByCpu, uncertaintyOf } from './cpu-forwarding.ts';
import { isTracking } from './cpu-path.ts';
import { destinationNat, isOwn, type NatPart } from './destination-nat.ts';
import { isForwardingOff } from './device-reasons.ts';
import { throughInput } from './input-chain.ts';
import type { Network } from './network.ts';
import { endTrace, type Outcome, step, type TraceState, withStep, withUncertainty } from './outcome.ts';
import { byReversePath } from './reverse-path.ts';
export function cpuLeg(network: Network, start: TraceState, arrival: CpuArrival): readonly Outcome[] {
  const off = isForwardingOff(network.config, start.packets.family);
  if (off) {
    const text = 'the device does not forward';
    const stop = makeReason('dropped', 'route/ip-forward-off', text, placeOf(off));
    return [endTrace(start, { placement: 'dropped', datapath: 'l3-routing' }, [...arrival.reasons, stop])];
  }
  const { allowed, refused } = byReversePath(network, start, arrival.reasons);
  return [...refused, ...allowed.flatMap((packets) => forwardInCpu(network, { ...start, packets }, arrival))];
}

/** Cut by what destination NAT makes of the packets; answers and what NAT has brought already pass as they are. */
function forwardInCpu(network: Network, start: TraceState, arrival: CpuArrival): readonly Outcome[] {
  const { traffic, packets } = start;
  if (!traffic.opens || arrival.natState || !isTracking(network)) return forwardByCpu(network, start, arrival);
  return destinationNat(network, traffic.inInterface, packets).flatMap((part) =>
    afterNat(network, start, arrival, part),
  );
}

/** What becomes of packets behind destination NAT. */
export function afterNat(
  network: Network,
  start: TraceState,
  arrival: CpuArrival,
  { packets, rule, onward, isForDevice, uncertainty }: NatPart,
): readonly Outcome[] {
  const trace = withUncertainty({ ...start, packets: onward }, uncertaintyOf({ uncertainty }));
  if (!rule) return isForDevice ? throughInput(network, trace) : forwardByCpu(network, trace, arrival);
  const at = placeOf(rule.item, rule.action === 'redirect' ? 'action' : 'to-addresses');
  const told = withStep(trace, step('nat', 'the destination is translated', at));
  if (isForDevice) return throughInput(network, told);
  const reason = makeReason('cpu', 'flow/translated', 'the destination address is translated', at);
  const { destination, destinationPort } = packets;
  const arrived = { destination, destinationPort, isDevice: isOwn(network, start.traffic.inInterface, packets) };
  return forwardByCpu(network, told, {
    ...arrival,
    reasons: [...arrival.reasons, reason],
    natState: 'dstnat',
    arrived,
  });
}
