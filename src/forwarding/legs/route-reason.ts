// What keeps the routes of a prefix out of the chip, or leaves it open.

import type { Location } from '../../source/location.ts';
import type { ChipState, Network, Route } from '../network/network.ts';
import { cause, makeReason, placeOf, type Reason } from '../packets/causes.ts';
import type { Cause } from '../packets/flow.ts';
import { isLearnt, longerLater } from '../routing/expected-routes.ts';
import { crossesFamilies, type Destinations, leavesTable, openReason } from '../routing/fib.ts';
import { routeCapacityReason } from './capacity.ts';

/** Of several routes of one prefix all have to be kept out of the chip, or none. */
export function groupReason(network: Network, chip: ChipState, group: Destinations): Reason | undefined {
  const { routes } = group;
  const open = openReason(network, group);
  if (open) return open;
  const reasons = routes.map((route) => routeReason(network, chip, route));
  const kept = reasons.filter((reason) => reason?.placement === 'cpu');
  const [first] = kept;
  if (!first || kept.length === routes.length) {
    const later = group.length === 0 ? longerLater(network, routes, group.set, !first) : undefined;
    return (first && later) ?? reasons.find((reason) => reason !== undefined) ?? later;
  }
  return keptApart(first.cause.at);
}

/** Nobody has described what becomes of the others. */
export function keptApart(at: Location | undefined): Reason {
  const text = 'one of the routes of this prefix is kept out of the chip, others are not';
  return makeReason('unknown', 'route/ecmp-mixed-nexthops', text, at);
}

/** Paths of which the chip routes to some alone: nobody has described what becomes of the others. */
export function mixedReason(
  [route]: Destinations['routes'],
  paths: readonly string[],
  software: readonly string[],
): Reason | undefined {
  if (software.length === 0 || software.length === paths.length) return undefined;
  const text = `\`${software[0]}\` is not routed in hardware, other paths of the route are`;
  return makeReason('unknown', 'route/ecmp-mixed-nexthops', text, placeOf(route?.item, 'gateway'));
}

/** What keeps a route itself out of the chip, or leaves it unknown. */
export function routeReason(network: Network, chip: ChipState, route: Route): Reason | undefined {
  if (route.suppressed) {
    const at = placeOf(route.item, 'suppress-hw-offload');
    const code = isLearnt(route) ? 'route/suppress-hw-offload-filter' : 'route/suppress-hw-offload-static';
    return makeReason('cpu', code, 'the route is kept out of the chip', at);
  }
  const crossing = route.nextHops.some((hop) => crossesFamilies(hop, route.prefix.family));
  if (crossing) {
    const text = 'the next hop is of the other address family';
    return makeReason('unavailable', 'route/ipv4-via-ipv6-nexthop', text, placeOf(route.item, 'gateway'));
  }
  if (route.nextHops.some(leavesTable) && !isSteeredInto(network, route.table)) {
    const text = 'whether the chip follows a next hop of another table is not published';
    return makeReason('unknown', 'route/vrf-leak-via-cpu', text, placeOf(route.item, 'gateway'));
  }
  return routeCapacityReason(network, chip.switch, route);
}

/** A VRF without interfaces: packets come to it by switch rules alone, and none of its ways out is in it. */
export function isSteeredInto(network: Network, table: string): boolean {
  return network.vrfs.get(table)?.interfaces.length === 0;
}

/** The chip routes what is in a VRF wherever the way out can be offloaded; that nothing says of next hops elsewhere. */
export function leakNote({ routes }: Destinations): Cause | undefined {
  const leak = routes.find(({ nextHops }) => nextHops.some(leavesTable));
  const text = 'the manual does not say that the way out may be in another table';
  return leak && cause('route/vrf-leak-via-cpu', text, placeOf(leak.item, 'gateway'));
}
