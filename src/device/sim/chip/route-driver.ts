// Which routes the chip takes: hosts first, then prefixes from the longest to the shortest, until the memory is full.
// Source: manual, l3-hardware-offloading, "Suppressing HW offload" and "Partial offloading".

import { isYes } from '../../../model/config.ts';
import type { Route, RouteTable } from '../derived/routes.ts';
import type { RouterState } from '../router-state.ts';
import { hasIpv6Offload, type RoutingPlane, routability } from './routability.ts';

export interface OffloadedRoutes {
  readonly inHardware: ReadonlySet<Route>;
  /** Shortest prefix in hardware where not all fit; 0 where all do. */
  readonly shortestPrefix: { readonly 4: number; readonly 6: number };
  readonly nextHops: number;
  /** Neighbours that found a place, learned or written by hand. */
  readonly hosts: HostCounts;
}

/** Neighbours that the chip knows, by family. */
export interface HostCounts {
  readonly 4: number;
  readonly 6: number;
}

const nothing: OffloadedRoutes = {
  inHardware: new Set(),
  shortestPrefix: { 4: 0, 6: 0 },
  nextHops: 0,
  hosts: { 4: 0, 6: 0 },
};

/** Routes with the flag `H`: the driver may take them. None while the chip does not route. */
export function offloadCandidates(plane: RoutingPlane | undefined, routes: RouteTable): ReadonlySet<Route> {
  return new Set(plane ? routes.filter((route) => isCandidate(plane, route)) : []);
}

/** `plane` is undefined while the chip does not route. */
export function offloadRoutes(
  plane: RoutingPlane | undefined,
  among: ReadonlySet<Route>,
  learned: HostCounts,
): OffloadedRoutes {
  if (!plane) return nothing;
  const hosts = { 4: hostsOf(plane, 4, learned), 6: hostsOf(plane, 6, learned) };
  const candidates = [...among];
  const { routing } = plane;
  const inHardware = new Set<Route>();
  const shortestPrefix = { 4: 0, 6: 0 };
  let used = routing.hostsInFdb ? 0 : hosts[4] + hosts[6] * routing.ipv6Cost;
  const nextHops = new Set<string>();
  let isFull = false;
  for (const route of candidates.toSorted((a, b) => b.prefix.length - a.prefix.length)) {
    const { family, length } = route.prefix;
    const cost = family === 6 ? routing.ipv6Cost : 1;
    // Further paths of the route are left to nobody.
    const paths = route.hops.slice(0, routing.ecmpPaths ?? Number.POSITIVE_INFINITY);
    const hops = paths.map(({ gateway = '', interface: name }) => `${gateway}%${name}`);
    const newHops = hops.filter((hop) => !nextHops.has(hop));
    isFull ||= used + cost > routing.prefixes || nextHops.size + newHops.length > routing.nextHops;
    if (isFull) continue;
    used += cost;
    for (const hop of newHops) nextHops.add(hop);
    inHardware.add(route);
    shortestPrefix[family] = length;
  }
  const complete = (family: 4 | 6): boolean =>
    candidates.every((route) => route.prefix.family !== family || inHardware.has(route));
  return {
    inHardware,
    shortestPrefix: {
      4: complete(4) ? 0 : shortestPrefix[4],
      6: complete(6) ? 0 : shortestPrefix[6],
    },
    nextHops: nextHops.size,
    hosts,
  };
}

/** Who is written into the ARP table is a neighbour like those who answered. */
function hostsOf({ router, routing, topology }: RoutingPlane, family: 4 | 6, learned: HostCounts): number {
  const written = router.store.rows(family === 4 ? '/ip/arp' : '/ipv6/neighbor').filter(({ values }) => {
    const isThere = topology.interfaces.get(values.get('interface') ?? '')?.running === true;
    return isThere && !isYes(values.get('disabled'));
  });
  return Math.min(routing.hostsMax, learned[family] + written.length);
}

function isCandidate(plane: RoutingPlane, route: Route): boolean {
  const { router } = plane;
  if (!route.active || isYes(route.row?.values.get('suppress-hw-offload'))) return false;
  if (route.prefix.family === 6 && !hasIpv6Offload(router)) return false;
  if (route.table !== 'main' && !routesVrfs(router, plane)) return false;
  if (route.isBlackhole) return true;
  const { interfaces } = plane.topology;
  return (
    route.hops.length > 0 &&
    route.hops.every(({ interface: name }) => {
      const found = interfaces.get(name);
      return found !== undefined && routability(plane, found).by !== 'cpu';
    })
  );
}

/** VRFs are in hardware since 7.24, on chips that know them. */
export function routesVrfs(router: RouterState, { routing }: RoutingPlane): boolean {
  return routing.vrfs > 0 && router.knows('7.24');
}
