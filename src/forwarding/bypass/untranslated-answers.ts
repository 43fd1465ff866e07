// Answers of hosts that destination NAT sends connections to, where the chip forwards them past it.

import { computeIfAbsent, groupBy } from '../../source/grouping.ts';
import { movesElsewhere } from '../acl/acl.ts';
import { ruledAt } from '../acl/entering-tables.ts';
import { forwardChains } from '../firewall/chain-paths.ts';
import { startChain } from '../firewall/chain-state.ts';
import { isDenied, walkChain } from '../firewall/chains.ts';
import { asksAt, destinationNat, serverRules } from '../firewall/destination-nat.ts';
import { type FirewallRule, firewallOf } from '../firewall/firewall.ts';
import { isOfSourceNat } from '../firewall/outcome.ts';
import { sourceNat } from '../firewall/source-nat.ts';
import type { Bypassed } from '../legs/bypassed.ts';
import { addressesBehind, type RoutedEnd } from '../legs/ends.ts';
import { groupReason } from '../legs/route-reason.ts';
import type { Network } from '../network/network.ts';
import { makeReason, placeOf } from '../packets/causes.ts';
import {
  allAddresses,
  allPorts,
  intersect,
  isEmpty,
  mirror,
  overlapsSet,
  type PacketSet,
  split,
  subtract,
  together,
} from '../packets/space.ts';
import { ownAddressesIn } from '../routing/endpoints.ts';
import { learntLater } from '../routing/expected-routes.ts';
import { lookUp, partition } from '../routing/fib.ts';
import { lookupFrom, routingChoices } from '../routing/routing-policy.ts';
import { meantBy } from './address-classes.ts';
import { behindGroup, type EndGroup, type ForwardedClass } from './routed-classes.ts';

type Between = Pick<ForwardedClass, 'from' | 'to'>;

/** Answers of hosts that destination NAT sends connections to: they have to be translated back. */
export function untranslatedAnswers(network: Network, packets: PacketSet, between: Between): readonly Bypassed[] {
  const { to } = between;
  const { family } = packets;
  const serving = serverRules(network, family).filter((each) => asksAt(each, to.first));
  if (!serving.some(({ servers }) => overlapsSet(servers, packets.source))) return [];
  const translating = translatingRules(network, packets, to);
  // Who is told from others by rules may be led, filtered or translated in another way.
  const clients = groupBy(to.ends, (end) => meantBy(network, family, addressesBehind(network, end, family)));
  return [...clients.values()].flatMap((ends) =>
    serving.flatMap(({ rule, servers }) =>
      arrivals.flatMap((arrival) => {
        const asking = ends.filter((end) => translating.get(rule)?.get(end) === arrival);
        const behind = together(asking.map((end) => addressesBehind(network, end, family)));
        const destination = intersect(behind, rule.match.source ?? behind);
        const { inside } = split(packets, { source: servers, destination });
        if (!inside || !isLetThrough(network, inside, between, addressedBy(rule, family))) return [];
        const text = 'the answers have to be translated back, but the chip forwards them past NAT';
        const placement = arrival === 'unknown' ? 'unknown' : 'unpredictable';
        const reason = makeReason(placement, 'firewall/nat-bypassed-by-l3hw', text, placeOf(rule.item, 'action'));
        return [{ item: rule.item, packets: inside, reason, isOfTranslated: true as const }];
      }),
    ),
  );
}

type Asked = Pick<PacketSet, 'destination' | 'destinationPort'>;

function addressedBy({ match }: FirewallRule, family: 4 | 6): Asked {
  return { destination: match.destination ?? allAddresses(family), destinationPort: match.destinationPort ?? allPorts };
}

/** Whether some of the packets that enter at an end get where they are meant to go. */
type Arrival = (typeof arrivals)[number];
const arrivals = [true, 'unknown'] as const;

/** Rules of destination NAT, and the ends of a group from which packets that open connections meet them. */
function translatingRules(
  network: Network,
  packets: PacketSet,
  { ends, first }: EndGroup,
): ReadonlyMap<FirewallRule, ReadonlyMap<RoutedEnd, Arrival>> {
  const opening = { ...mirror(packets), destinationPort: allPorts };
  const own = ownAddressesIn(network, first.interface.vrf, packets.family);
  const met = [own, subtract(allAddresses(packets.family), own)].flatMap((destination) => {
    const isOfDevice = destination === own;
    const parts = destinationNat(network, first.name, { ...opening, destination }, isOfDevice);
    return parts.map((part) => ({ ...part, isOfDevice }));
  });
  const found = new Map<FirewallRule, Map<RoutedEnd, Arrival>>();
  for (const { rule, packets: part, uncertainty, isOfDevice } of met) {
    if (!rule) continue;
    const isOpen = uncertainty || (!isOfDevice && isOpenWhoRoutes(network, first, part));
    const byEnd = computeIfAbsent(found, rule, () => new Map<RoutedEnd, Arrival>());
    // Of ends that fare alike some may have none of the hosts that the rule is left with.
    for (const end of ends.filter((each) => overlapsSet(part.source, addressesBehind(network, each, part.family)))) {
      const arrival = byEnd.get(end) !== true && arrives(network, end, part);
      if (arrival) byEnd.set(end, isOpen ? 'unknown' : arrival);
    }
  }
  return found;
}

/** Of all routes to where these packets go it is open whether the chip has them. */
function isOpenWhoRoutes(network: Network, { interface: { vrf } }: RoutedEnd, packets: PacketSet): boolean {
  const { routed, unrouted } = partition(network, vrf, packets.family, packets.destination);
  const chip = network.offload;
  return (
    !!chip && isEmpty(unrouted) && routed.every((group) => groupReason(network, chip, group)?.placement === 'unknown')
  );
}

/**
 * Routing and firewall let through some of the connections that these packets answer, with the client's own address:
 * answers to another one come to the device. `asked`: whom they asked for before destination NAT.
 */
export function isLetThrough(network: Network, answers: PacketSet, { from, to }: Between, asked?: Asked): boolean {
  const inInterface = to.first.name;
  const names = new Set(from.ends.map(({ name }) => name));
  const arriving = mirror(answers);
  // Mangle marks packets as they are addressed before NAT.
  const addressed = asked ? { ...arriving, ...asked } : arriving;
  const entering = startChain({ packets: addressed, inInterface, connectionState: 'new' });
  const marked = walkChain(firewallOf(network, answers.family), 'mangle', 'prerouting', entering).filter(
    (state) => !isDenied(state) && (asked || !state.uncertainty),
  );
  const leading = marked.flatMap((state) => {
    const { destination, destinationPort } = asked ? arriving : state.packets;
    const packets = { ...state.packets, destination, destinationPort };
    return routingChoices(network, packets, lookupFrom(network, inInterface, state.routingMark))
      .filter(
        (choice) =>
          !choice.dropped && lookUp(network, choice).some((on) => on.kind === 'egress' && names.has(on.interface)),
      )
      .map((choice) => ({ ...state, packets: choice.packets }));
  });
  return leading.some((state) => {
    const natState = asked && ('dstnat' as const);
    const ends = forwardChains(network, { ...state, outInterface: from.first.name, natState });
    const leaving = ends.filter((each) => !isDenied(each) || each.uncertainty !== undefined);
    return leaving.flatMap((each) => sourceNat(network, each)).some(({ nat }) => !isOfSourceNat(nat.translated));
  });
}

/** Whether the table of who opens connections leads some of them to who answers, or may. */
export function leadsBack(network: Network, { from, to }: Between, { family, destination }: PacketSet): boolean {
  const table = to.first.interface.vrf;
  const isRouted = overlapsSet(destination, behindGroup(network, from, family, table));
  return isRouted || learntLater(network, table, family, destination) !== undefined;
}

/** Whether some of the packets get past the switch rules, into the chip's tables or to the CPU. */
export function arrives(network: Network, { name }: RoutedEnd, packets: PacketSet): Arrival | false {
  const arriving = ruledAt(network, name, packets).map(({ ingress, rule, uncertainty }) => {
    if (uncertainty) return 'unknown';
    if (rule?.action.kind === 'drop' || rule?.action.kind === 'to-port') return false;
    return rule && movesElsewhere(network, rule, { ingress, inInterface: name }) ? 'unknown' : true;
  });
  return arriving.includes(true) || (arriving.includes('unknown') && 'unknown');
}
