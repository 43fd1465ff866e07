// What reaches a switch rule: the packets of an interface that it is the first to match; and what redirects take.

import type { Item } from '../model/config.ts';
import { applySwitchRules } from './acl.ts';
import { entriesInto } from './attachments.ts';
import { ownAddressesIn } from './endpoints.ts';
import type { Network, PhysicalPort } from './network.ts';
import { allAddresses, allPorts, type PacketSet, subtract } from './space.ts';

/** The parts of a class, at any port of an L3 interface, that this rule is certain to decide. */
export function decidedBy(network: Network, rule: Item, name: string, packets: PacketSet): readonly PacketSet[] {
  return entriesInto(network, name).flatMap((ingress) =>
    applySwitchRules(network, ingress, packets)
      .filter((outcome) => outcome.rule?.item === rule && !outcome.uncertainty)
      .map((outcome) => outcome.packets),
  );
}

/** Switch rules bring every packet that enters the interface at this port, to be forwarded, to the CPU, or drop it. */
export function isRedirected(network: Network, name: string, port: PhysicalPort, family: 4 | 6): boolean {
  const source = allAddresses(family);
  // What is for the device itself is not forwarded.
  const vrf = network.l3Interfaces.get(name)?.vrf ?? 'main';
  const destination = subtract(source, ownAddressesIn(network, vrf, family));
  const packets = { family, protocol: '', source, destination, sourcePort: allPorts, destinationPort: allPorts };
  const entries = entriesInto(network, name).filter(({ ports }) => ports.includes(port));
  return entries.every((ingress) =>
    applySwitchRules(network, ingress, packets).every(
      ({ rule, uncertainty }) =>
        !uncertainty && (rule?.action.kind === 'redirect-to-cpu' || rule?.action.kind === 'drop'),
    ),
  );
}
