// Destination NAT as the CPU applies it to packets that arrive: `dst-nat`, `netmap` and `redirect`, for transit and for
// the device's own addresses alike; and the packets that reach the ends of a flow by it.

import { propertyValue } from '../../model/config.ts';
import { derivedPer } from '../../source/grouping.ts';
import type { RoutedEnd } from '../legs/ends.ts';
import { natTarget, portSet } from '../network/matchers.ts';
import type { Network } from '../network/network.ts';
import { isEmpty, type PacketSet, packetsBetween, setKey, splitAll } from '../packets/space.ts';
import { isOwn, ownAddressesAt } from '../routing/endpoints.ts';
import { mayBringNetworks } from '../routing/later-gateways.ts';
import { enteringChains } from './chain-paths.ts';
import { startChain } from './chain-state.ts';
import { isDenied, walkChain } from './chains.ts';
import { isTracking } from './cpu-path.ts';
import { type FirewallRule, firewallOf, isNamed } from './firewall.ts';
import { newAddresses, withoutThoseThere } from './new-addresses.ts';

export interface NatPart {
  /** As they arrive. */
  readonly packets: PacketSet;
  /** Undefined = no rule means them. */
  readonly rule: FirewallRule | undefined;
  /** As they go on; the same packets where no rule means them, and to no address where they are dropped. */
  readonly onward: PacketSet;
  /** The rule that only may match. */
  readonly uncertainty: FirewallRule | undefined;
}

/** Cuts a class that opens connections by what destination NAT makes of it. */
export function destinationNat(
  network: Network,
  inInterface: string,
  packets: PacketSet,
  isAddressedToDevice = isOwn(network, inInterface, packets),
): readonly NatPart[] {
  const firewall = firewallOf(network, packets.family);
  if (firewall.chain('nat', 'dstnat').length === 0 || !isTracking(network)) return [untranslated(packets)];
  const start = startChain({ packets, inInterface, connectionState: 'new', isAddressedToDevice });
  return enteringChains(network, start).flatMap((arrived) => {
    const isExempt = arrived.effects.some(({ action }) => action === 'notrack');
    if (isExempt || isDenied(arrived)) return [untranslated(arrived.packets)];
    return walkChain(firewall, 'nat', 'dstnat', { ...arrived, end: undefined }).flatMap((state) => {
      const rule = state.end && state.end.action !== 'accept' ? state.end : undefined;
      const { uncertainty } = state;
      if (!rule) return [{ ...untranslated(state.packets), uncertainty }];
      const onward = translate(network, rule, state.packets, inInterface);
      const mayStay =
        rule.action !== 'netmap' && setKey(state.packets.destinationPort) === setKey(onward.destinationPort);
      const whole = { packets: state.packets, rule, onward, uncertainty };
      return withoutThoseThere<NatPart>(whole, 'destination', mayStay ? onward.destination : undefined).map((part) =>
        part.rule ? part : { ...part, onward: part.packets },
      );
    });
  });
}

function untranslated(packets: PacketSet): NatPart {
  return { packets, rule: undefined, onward: packets, uncertainty: undefined };
}

/**
 * `redirect` sends to the device, under its address on the interface that the packets come by, to none where it has
 * none: a client may bring one while the device runs.
 */
function translate(network: Network, rule: FirewallRule, packets: PacketSet, inInterface: string): PacketSet {
  const { family } = packets;
  const found = newAddresses(network, rule, packets.destination, { family, interface: inInterface });
  const isLater = found && isEmpty(found) && mayBringNetworks(network);
  const destination = isLater ? ownAddressesAt(network, inInterface, family) : found;
  const destinationPort = portSet(propertyValue(rule.item, 'to-ports') ?? '');
  return { ...packets, ...(destination && { destination }), ...(destinationPort && { destinationPort }) };
}

/** Rules that send connections to other hosts, whose answers have to be translated back. */
export const serverRules = derivedPer((network: Network, family: 4 | 6) =>
  firewallOf(network, family)
    .all('nat')
    .flatMap((rule) => {
      const servers = ['dst-nat', 'netmap', 'same'].includes(rule.action) ? natTarget(rule.item, family) : undefined;
      return servers ? [{ rule, servers }] : [];
    }),
);

/** Connections for the servers may come from there. */
export function asksAt({ rule }: { readonly rule: FirewallRule }, { name }: RoutedEnd): boolean {
  return rule.inInterface.every((each) => isNamed(each, name));
}

export interface NatArrival {
  /** As after translation, which is how a flow names its destination. */
  readonly packets: PacketSet;
  readonly rule: FirewallRule;
}

/** The part of a class from outside that only a destination-NAT rule brings to where it goes, and the rest. */
export function natArrivals(network: Network, inInterface: string, packets: PacketSet) {
  const translated: NatArrival[] = [];
  let direct: readonly PacketSet[] = [packets];
  const { family, protocol } = packets;
  const translating = translatingAt(network, inInterface, family, protocol);
  for (const rule of firewallOf(network, family).chain('nat', 'dstnat')) {
    if (!translating.has(rule)) continue;
    const destination = natTarget(rule.item, family);
    if (!destination) continue;
    const ports = propertyValue(rule.item, 'to-ports') ?? propertyValue(rule.item, 'dst-port') ?? '';
    const destinationPort = portSet(ports);
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
