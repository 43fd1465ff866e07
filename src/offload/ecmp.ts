// Routes that share the traffic of one prefix: one item with several gateways, or several items of equal distance.

import type { Network, NextHop, Route } from '../forwarding/network/network.ts';
import { prefixKey } from '../forwarding/routing/routes.ts';
import type { Item } from '../model/config.ts';
import { derivedOnce, groupBy } from '../source/grouping.ts';

export interface EcmpGroup {
  /** Of the first of its routes. */
  readonly item: Item;
  readonly routes: readonly Route[];
  readonly nextHops: readonly NextHop[];
}

/** Groups of at least two next hops among usable routes; one that cannot be reached carries nothing. */
export const ecmpGroups: (network: Network) => readonly EcmpGroup[] = derivedOnce((network) => {
  const active = network.routes.filter(({ usable, shadowed, origin }) => usable && !shadowed && origin !== 'connected');
  return [...groupBy(active, ({ table }) => table).values()]
    .flatMap((routes) => [...groupBy(routes, ({ prefix }) => prefixKey(prefix)).values()])
    .filter(([first, second]) => second !== undefined || first.nextHops.length > 1)
    .map((routes) => ({
      item: routes[0].item,
      routes,
      nextHops: routes.flatMap(({ nextHops }) => nextHops.filter(isReached)),
    }))
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
