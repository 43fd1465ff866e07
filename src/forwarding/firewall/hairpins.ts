// Packets that leave by the interface that they entered by: from hosts of a network to what lies behind a router among
// them, or to another network of the interface. Who shares a network or a router needs no device between them.

import { bitsOf, type Prefix, printPrefix } from '../../model/prefix.ts';
import { derivedPer, firstOfEach, groupBy } from '../../source/grouping.ts';
import type { L3Interface, Network, NextHop } from '../network/network.ts';
import {
  type IntervalSet,
  intersect,
  isEmpty,
  overlapsSet,
  type PacketMatch,
  type PacketSet,
  prefixInterval,
  setKey,
  split,
  subtract,
  unionOf,
} from '../packets/space.ts';
import { type Destinations, leadingBy } from '../routing/fib.ts';
import { destinationNat } from './destination-nat.ts';

/** Something comes back by the interface that it entered by. */
export function hasHairpins(network: Network, owner: L3Interface, family: 4 | 6): boolean {
  return waysBehind(network, owner, family).length > 1;
}

/** The parts of a class that do, for each way that they come from the first other one that they go. */
export function* hairpinsAt(network: Network, owner: L3Interface, packets: PacketSet): Generator<PacketSet, void> {
  const ways = waysBehind(network, owner, packets.family);
  const leaving = ways.filter(({ set }) => overlapsSet(set, packets.destination));
  for (const from of ways) {
    const senders = intersect(from.set, packets.source);
    for (const to of isEmpty(senders) ? [] : leaving) {
      const source = subtract(senders, to.routers);
      const destination = intersect(subtract(to.set, from.near), packets.destination);
      if (to === from || isEmpty(source) || isEmpty(destination)) continue;
      yield { ...packets, source, destination };
      break;
    }
  }
}

/** A class that enters by an interface, without what comes from its router or from behind that, unless all does. */
export function leadHere(network: Network, inInterface: string, packets: PacketSet): readonly PacketSet[] {
  const owner = network.l3Interfaces.get(inInterface);
  let left: readonly PacketSet[] = [packets];
  for (const among of owner ? amongRouters(network, owner, packets.family) : []) {
    left = left.flatMap((part) => withoutAmong(network, inInterface, part, among));
  }
  return left.length > 0 ? left : [packets];
}

/** Packets between what lies behind a router, and the router itself. */
const amongRouters = derivedPer((network: Network, owner: L3Interface, family: 4 | 6): readonly PacketMatch[] =>
  leadingAt(network, owner, family).flatMap(({ set, routers }) =>
    isEmpty(routers) ? [] : { source: unionOf([...set, ...routers, ...nobodyAt(owner, family)]), destination: set },
  ),
);

/** What a port forward names comes here, wherever routes lead to its address. */
function withoutAmong(network: Network, name: string, packets: PacketSet, among: PacketMatch): readonly PacketSet[] {
  const { inside, outside } = split(packets, among);
  if (!inside) return [packets];
  const parts = destinationNat(network, name, inside);
  const translated = parts.flatMap((part) => (part.rule?.match.destination ? [part.packets] : []));
  return [...outside, ...translated];
}

interface Way {
  readonly set: IntervalSet;
  /** Who leads there: they need nobody to send there for them. Empty where it is on the link. */
  readonly routers: IntervalSet;
  /** Where those who send from there need nobody: a host in its network, a router in those that it is in. */
  readonly near: IntervalSet;
}

/** What lies in each network of an interface, and behind each router there, or the same several. */
const waysBehind = derivedPer((network: Network, owner: L3Interface, family: 4 | 6): readonly Way[] => {
  const own = networksOf(owner, family);
  const connected = own.map((each) => ({ set: hostsOf(each), routers: [], near: [prefixInterval(each)] }));
  const all = unionOf(own.map(prefixInterval));
  const beyond = leadingAt(network, owner, family).map((way) => ({ ...way, set: subtract(way.set, all) }));
  return [...connected, ...beyond].filter(({ set }) => !isEmpty(set));
});

/** What lies behind the routers of an interface, by whichever of their routes, and what its other routes lead to. */
const leadingAt = derivedPer((network: Network, owner: L3Interface, family: 4 | 6): readonly Way[] => {
  const leading = leadingBy(network, owner.vrf, family).get(owner.name) ?? [];
  const routerAt = (hop: NextHop) =>
    hop.kind === 'gateway' && hop.interface === owner.name ? prefixInterval(hop.neighbour ?? hop.address) : [];
  const routersTo = ({ nextHops }: Destinations) => unionOf(nextHops.flatMap(routerAt));
  const byRouters = groupBy(leading, (group) => (isEmpty(routersTo(group)) ? group : setKey(routersTo(group))));
  return [...byRouters.values()].map((groups) => {
    const routers = routersTo(groups[0]);
    const networks = networksOf(owner, family).map(prefixInterval);
    const theirs = networks.filter((each) => !isEmpty(routers) && isEmpty(subtract(routers, [each])));
    return { set: unionOf(groups.flatMap(({ set }) => set)), routers, near: unionOf([...routers, ...theirs]) };
  });
});

/**
 * The smallest first: hosts of one that is within another know no more than their own. Several addresses of one network
 * make no second one.
 */
export const networksOf = derivedPer(({ addresses }: L3Interface, family: 4 | 6): readonly Prefix[] => {
  const all = addresses.map((each) => each.network).filter((each) => each.family === family);
  return [...firstOfEach(all, printPrefix)].sort((one, other) => other.length - one.length);
});

/** Addresses of its networks that no host has. */
const nobodyAt = derivedPer((owner: L3Interface, family: 4 | 6): IntervalSet => {
  const own = networksOf(owner, family);
  return subtract(unionOf(own.map(prefixInterval)), unionOf(own.flatMap(hostsOf)));
});

/** Nobody has the first address of a network, nor the last one of IPv4. */
function hostsOf(prefix: Prefix): IntervalSet {
  const whole = prefixInterval(prefix);
  const bits = bitsOf(prefix.family);
  if (bits - prefix.length < 2) return [whole];
  const first = prefixInterval({ ...prefix, length: bits });
  const last = prefix.family === 4 ? [{ from: Number(whole.to) - 1, to: whole.to }] : [];
  return subtract([whole], [first, ...last]);
}
