// Routes that share the traffic of one prefix: one item with several gateways, or several items of equal distance.

import { computeIfAbsent, derivedOnce } from '../forwarding/grouping.ts';
import type { Network, NextHop, Route } from '../forwarding/network.ts';
import { type BaseKey, baseKey } from '../forwarding/route-table.ts';
import { append } from '../source/append.ts';

export interface EcmpGroup {
  readonly routes: readonly Route[];
  readonly nextHops: readonly NextHop[];
}

/** Groups of at least two next hops among usable routes; one that cannot be reached carries nothing. */
export const ecmpGroups: (network: Network) => readonly EcmpGroup[] = derivedOnce((network) => {
  // By table, family and length, then by address: numbers are found faster than texts made of them.
  const tables = new Map<string, Map<BaseKey, Route[]>>();
  for (const route of network.routes) {
    if (!route.usable || route.shadowed || route.origin === 'connected') continue;
    const { family, length, base } = route.prefix;
    const groups = computeIfAbsent(tables, `${family} ${length} ${route.table}`, () => new Map<BaseKey, Route[]>());
    append(groups, baseKey(base), route);
  }
  return [...tables.values()]
    .flatMap((groups) => [...groups.values()])
    .filter(([first, second]) => second !== undefined || (first?.nextHops.length ?? 0) > 1)
    .map((routes) => ({ routes, nextHops: routes.flatMap(({ nextHops }) => nextHops.filter(isReached)) }))
    .filter(({ nextHops }) => nextHops.length > 1);

  function isReached(hop: NextHop): boolean {
    if (hop.kind === 'blackhole') return true;
    return hop.interface !== undefined && (network.isUp(hop.interface) || network.kindOf(hop.interface) === undefined);
  }
});

/** The next hops that share the traffic of a route's prefix; its own where nothing shares it. */
export function sharedNextHops(network: Network, route: Route): readonly NextHop[] {
  return shared(network).get(route) ?? route.nextHops;
}

const shared = derivedOnce(
  (network: Network) =>
    new Map(ecmpGroups(network).flatMap(({ routes, nextHops }) => routes.map((route) => [route, nextHops]))),
);
