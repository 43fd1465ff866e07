// Packets that reach the device under its own address, because NAT stands between the flow's ends.

import { propertyValue } from '../../model/config.ts';
import { derivedPer } from '../../source/grouping.ts';
import { natTarget, portSet } from '../network/matchers.ts';
import type { Network } from '../network/network.ts';
import { type PacketSet, packetsBetween, splitAll } from '../packets/space.ts';
import { destinationNat } from './destination-nat.ts';
import { type FirewallRule, firewallOf } from './firewall.ts';

export interface NatArrival {
  /** As after translation, which is how a flow names its destination. */
  readonly packets: PacketSet;
  readonly rule: FirewallRule;
}

export interface Arrivals {
  readonly translated: readonly NatArrival[];
  readonly direct: readonly PacketSet[];
}

/** The part of a class from outside that only a destination-NAT rule brings to where it goes. */
export function natArrivals(network: Network, inInterface: string, packets: PacketSet): Arrivals {
  const translated: NatArrival[] = [];
  let direct: readonly PacketSet[] = [packets];
  const { family, protocol } = packets;
  const translating = translatingAt(network, inInterface, family, protocol);
  for (const rule of firewallOf(network, family).chain('nat', 'dstnat')) {
    if (!translating.has(rule)) continue;
    const destination = natTarget(rule.item, family);
    if (!destination) continue;
    const ports = propertyValue(rule.item, 'to-ports') ?? propertyValue(rule.item, 'dst-port');
    const destinationPort = ports === undefined ? undefined : portSet(ports);
    const { protocols } = rule.match;
    const { inside, outside } = splitAll(direct, { protocols, destination, destinationPort });
    translated.push(...inside.map((part) => ({ packets: part, rule })));
    direct = outside;
  }
  return { translated, direct };
}

/**
 * Rules that some of what enters there meets, behind all others. From outside, inner hosts are reached by the device's
 * address; from inside they are addressed themselves.
 */
const translatingAt = derivedPer((network: Network, inInterface: string, family: 4 | 6, protocol: string) => {
  const packets = packetsBetween(family, protocol);
  const met = [false, true].flatMap((isOfDevice) => destinationNat(network, inInterface, packets, isOfDevice));
  return new Set(met.flatMap(({ rule }) => (rule?.action === 'dst-nat' || rule?.action === 'netmap' ? rule : [])));
});
