// What keeps routed interfaces, or the whole device, off the chip, as the engine says it.

import { type Exclusion, exclusions } from '../forwarding/legs/device-reasons.ts';
import { allEnds, hardwareEnds, type RoutedEnd } from '../forwarding/legs/ends.ts';
import type { Network, PhysicalPort, VlanInterface } from '../forwarding/network/network.ts';
import type { Item } from '../model/config.ts';
import type { RuleId } from './rule.ts';

/** Ends whose packets the chip does not route for this reason. */
export function endsHeldBy(network: Network, code: RuleId): readonly RoutedEnd[] {
  return allEnds(network).filter(({ leg }) => leg.reason?.cause.code === code);
}

/** Bridges and VLANs at which the chip routes: a host there has to be known at a port. */
export function bridgedEnds(network: Network, family: 4 | 6): ReadonlySet<string> {
  const ends = hardwareEnds(network, family).filter(({ interface: { kind } }) => kind === 'bridge' || kind === 'vlan');
  return new Set(ends.map(({ name }) => name));
}

/** Those of them that are VLANs. */
export function vlansHeldBy(code: RuleId): (network: Network) => readonly VlanInterface[] {
  return (network) => endsHeldBy(network, code).flatMap(({ name }) => network.vlanInterfaces.get(name) ?? []);
}

export function excludedBy(network: Network, code: RuleId): readonly Exclusion[] {
  return exclusions(network).filter(({ reason }) => reason.cause.code === code);
}

/** Ports of the chip that routes. */
export function portsOfRoutingChip({ ports, offload }: Network): readonly PhysicalPort[] {
  return [...ports.values()].filter((port) => offload && port.switch === offload.switch);
}

/** Of them, those with a row of the switch menu. */
export function setPortsOfRoutingChip(network: Network) {
  return portsOfRoutingChip(network).flatMap((port) =>
    port.switchItem && network.offload ? [{ item: port.switchItem, port, chip: network.offload.switch }] : [],
  );
}

/** Ports whose flag is off, each with the row that says so. */
export function flaggedOff(ports: readonly PhysicalPort[]) {
  return ports.flatMap((port) => {
    const { l3Offload, l3OffloadItem: item, name } = port;
    return l3Offload === false && item ? [{ item, name, port }] : [];
  });
}

/** What suffers where the chip does not route. */
export function routedItems({ routes, vlanInterfaces }: Network): readonly Item[] {
  return [...routes.map(({ item }) => item), ...[...vlanInterfaces.values()].map(({ item }) => item)];
}
