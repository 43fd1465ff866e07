// What reaches a switch rule, what redirects take, and which packets get past the rules and into the chip's tables.

import { enabledItemsOf, type Item, propertyValue } from '../../model/config.ts';
import { derivedOnce } from '../../source/grouping.ts';
import { policyMenus } from '../firewall/features.ts';
import { firewallOf } from '../firewall/firewall.ts';
import { ingressReason } from '../legs/port-leg.ts';
import { networksAmong } from '../network/addresses.ts';
import { type Attachment, entriesInto } from '../network/attachments.ts';
import { protocolName } from '../network/matchers.ts';
import type { Network, PhysicalPort } from '../network/network.ts';
import {
  allAddresses,
  type IntervalSet,
  overlapsSet,
  type PacketSet,
  packetsBetween,
  subtract,
  unionOf,
} from '../packets/space.ts';
import { notUnicast, ownAddresses, ownAddressesAt } from '../routing/endpoints.ts';
import { assignedVrf, isHandedOver, rulesAt, type SwitchRule, switchRules } from './acl.ts';
import { applySwitchRules } from './switch-rule-walk.ts';

/** By each port of an interface, or some of them, the parts of a class with the switch rule that decides them. */
export function ruledAt(network: Network, name: string, packets: PacketSet, isMeant = (_: Attachment) => true) {
  return entriesInto(network, name)
    .filter(isMeant)
    .flatMap((ingress) => applySwitchRules(network, ingress, packets).map((outcome) => ({ ...outcome, ingress })));
}

/** Whether switch rules at a port of the interface leave some packets to routing, or, with `orSent`, send them out. */
export function passesSwitchRules(
  network: Network,
  name: string,
  packets: PacketSet,
  orSent = false,
): 'always' | 'maybe' | 'never' {
  const kinds = ['permit', 'new-vrf', ...(orSent ? ['to-port'] : [])];
  const chip = network.offload;
  const reasonAt = (ingress: Attachment) => chip && ingressReason(network, chip, ingress);
  // What enters elsewhere the CPU routes, past no policy of its own.
  const isOnChip = (ingress: Attachment) => reasonAt(ingress)?.placement !== 'cpu';
  const passing = ruledAt(network, name, packets, isOnChip).flatMap(({ ingress, rule, uncertainty }) => {
    const isTaken = rule && (!kinds.includes(rule.action.kind) || isHandedOver(rule, ingress));
    if (isTaken) return [];
    // In another table they may go another way, or to the CPU.
    return !reasonAt(ingress) && !uncertainty && !(rule && assignedVrf(network, rule, name));
  });
  if (passing.includes(true)) return 'always';
  return passing.length > 0 ? 'maybe' : 'never';
}

/** Whether some of what enters by an interface gets past the switch rules, into the tables of the chip. */
export function mayEnterTables(network: Network, name: string, family: 4 | 6): boolean {
  const near = networksAmong(network.l3Interfaces.get(name)?.addresses ?? [], family);
  const kept = unionOf([...ownAddresses(network, family), ...near]);
  const destination = subtract(subtract(allAddresses(family), kept), notUnicast[family]);
  return protocolsIn(network, family).some(
    (protocol) => passesSwitchRules(network, name, packetsBetween(family, protocol, { destination })) !== 'never',
  );
}

/** Protocols that rules tell apart, and one that none of them names. */
export function protocolsIn(network: Network, family: 4 | 6): readonly string[] {
  const named = new Set(protocolsOfRules(network, family));
  for (const item of policyMenus[family].flatMap((menu) => enabledItemsOf(network.config, menu))) {
    const protocol = propertyValue(item, 'protocol') ?? propertyValue(item, 'ip-protocol') ?? 'all';
    if (protocol !== 'all') named.add(protocolName(protocol));
  }
  const other = ['tcp', 'udp', 'icmp', 'gre', 'vrrp'].find((name) => !named.has(name));
  return other === undefined ? [...named] : [...named, other];
}

/** Those that rules of the firewall and of switches name. */
export function protocolsOfRules(network: Network, family: 4 | 6): readonly string[] {
  return [
    ...firewallOf(network, family).protocols,
    ...switchRules(network).flatMap(({ match }) => [...(match.protocols ?? [])]),
  ];
}

/** The parts of a class, at any port of an L3 interface, that this rule is certain to decide. */
export function decidedBy(network: Network, rule: Item, name: string, packets: PacketSet): readonly PacketSet[] {
  return ruledAt(network, name, packets)
    .filter((outcome) => outcome.rule?.item === rule && !outcome.uncertainty)
    .map((outcome) => outcome.packets);
}

/** Switch rules bring every packet that enters the interface at this port, to be forwarded, to the CPU, or drop it. */
export function isRedirected(network: Network, name: string, port: PhysicalPort, family: 4 | 6): boolean {
  // What is for the device itself is not forwarded.
  const destination = subtract(allAddresses(family), ownAddressesAt(network, name, family));
  const packets = packetsBetween(family, '', { destination });
  return ruledAt(network, name, packets, ({ ports }) => ports.includes(port)).every(
    ({ rule, uncertainty }) =>
      !uncertainty && (rule?.action.kind === 'redirect-to-cpu' || rule?.action.kind === 'drop'),
  );
}

const sendingRules = derivedOnce((network: Network) =>
  switchRules(network).filter(({ action }) => action.kind !== 'permit' && action.kind !== 'drop'),
);

/** Those that packets may meet which enter by an interface. */
export function sendingAt(network: Network, name: string): readonly SwitchRule[] {
  const sending = sendingRules(network);
  if (sending.length === 0) return sending;
  const met = new Set(entriesInto(network, name).flatMap((ingress) => rulesAt(network, ingress)));
  return sending.filter((rule) => met.has(rule));
}

/** Which of these rules mean what comes from an end, and which what goes there. */
export function sentElsewhere(network: Network, name: string, behind: IntervalSet): string {
  const isNamed = (addresses: IntervalSet | undefined) => !addresses || overlapsSet(addresses, behind);
  const from = sendingAt(network, name).filter(({ match }) => isNamed(match.source));
  const to = sendingRules(network).filter(({ match }) => isNamed(match.destination));
  return [from, to].map((rules) => rules.map(({ index }) => index).join()).join(' ');
}
