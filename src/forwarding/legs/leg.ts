// One side of a routed path: whether the switch chip can route packets that enter or leave at an L3 interface, and by
// which front ports. `l3-leg.ts` has the reasons.

import { derivedPer } from '../../source/grouping.ts';
import { attachmentsOf } from '../network/attachments.ts';
import type { ChipState, Network, PhysicalPort } from '../network/network.ts';
import type { Reason } from '../packets/causes.ts';
import { chipReason } from './device-reasons.ts';
import { interfaceReason, reachReason } from './l3-leg.ts';
import { macReason } from './mac-range.ts';
import { ingressReason } from './port-leg.ts';

export interface Leg {
  /** Why the chip does not route it, or may not; undefined = it does, by the ports whose flag is on. */
  readonly reason: Reason | undefined;
  /** Ports of the chip whose flag lets it route. */
  readonly on: readonly PhysicalPort[];
  /** Ports of the chip whose flag is off. */
  readonly off: readonly PhysicalPort[];
}

export const legOf = derivedPer(
  (network: Network, name: string, family: 4 | 6): Leg => ({
    reason: reasonAgainst(network, name, family),
    ...portsOf(network, name),
  }),
);

/** The chip routes it, by at least one port. */
export function isInHardware({ reason: found, on }: Leg): boolean {
  return !found && on.length > 0;
}

function reasonAgainst(network: Network, name: string, family: 4 | 6): Reason | undefined {
  const chip = network.offload;
  const ofDevice = chipReason(network, family);
  if (!chip || ofDevice) return ofDevice;
  return reachReason(network, name) ?? l3Reason(network, chip, name) ?? softwareReasonOf(network, chip, name);
}

/** Undefined = the chip routes it, port flags apart. Only asked when the switch-wide setting is on. */
export function l3Reason(network: Network, chip: ChipState, name: string): Reason | undefined {
  return interfaceReason(network, chip, name) ?? macReason(network, chip, name);
}

/** None of the ports behind it is one that the chip switches. */
function softwareReasonOf(network: Network, chip: ChipState, name: string): Reason | undefined {
  const [first, ...others] = attachmentsOf(network, name).map((each) => ingressReason(network, chip, each));
  return others.every((each) => each !== undefined) ? first : undefined;
}

function portsOf(network: Network, name: string): Pick<Leg, 'on' | 'off'> {
  const names = network.l3Interfaces.get(name)?.ports ?? network.portsBelow(name).map((port) => port.name);
  const ports = names.flatMap((each) => network.ports.get(each) ?? []);
  const chip = network.offload?.switch;
  const bridged = new Set(
    attachmentsOf(network, name).flatMap((each) => (each.chip === chip ? [] : each.ports.map((port) => port.name))),
  );
  const onChip = ports.filter((port) => port.switch !== undefined && port.switch === chip && !bridged.has(port.name));
  return {
    on: onChip.filter(({ l3Offload }) => l3Offload !== false),
    off: onChip.filter(({ l3Offload }) => l3Offload === false),
  };
}
