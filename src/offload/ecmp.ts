// Routes that share the traffic of one prefix: one item with several gateways, or several items of equal distance.

import type { Network, NextHop, Route } from '../forwarding/network/network.ts';
import { routesInUse, tablesOf } from '../forwarding/routing/fib.ts';
import type { Item } from '../model/config.ts';
import { families } from '../model/prefix.ts';
import { derivedOnce } from '../source/grouping.ts';

export interface EcmpGroup {
  /** Of the first of its routes. */
  readonly item: Item;
  readonly routes: readonly Route[];
  readonly nextHops: readonly NextHop[];
}

/** Groups of at least two next hops among usable routes; one that cannot be reached carries nothing. */
export const ecmpGroups: (network: Network) => readonly EcmpGroup[] = derivedOnce((network) => {
  const all = tablesOf(network).flatMap((table) => families.map((family) => routesInUse(network, table, family)));
  return all
    .flatMap((used) => used.filter(([first, second]) => second !== undefined || first.nextHops.length > 1))
    .flatMap((alike) => {
      const routes = alike.filter(({ origin }) => origin !== 'connected');
      const nextHops = routes.flatMap((route) => route.nextHops.filter(isReached));
      const [first] = routes;
      return first && nextHops.length > 1 ? [{ item: first.item, routes, nextHops }] : [];
    });

  function isReached(hop: NextHop): boolean {
    if (hop.kind === 'blackhole') return true;
    return hop.interface !== undefined && (network.isUp(hop.interface) || network.kindOf(hop.interface) === undefined);
  }
});

/** The routes and next hops that share the traffic of a route's prefix; its own where nothing shares it. */
export function sharing(network: Network, route: Route): Pick<EcmpGroup, 'routes' | 'nextHops'> {
  return groups(network).get(route) ?? { routes: [route], nextHops: route.nextHops };
}

const groups = derivedOnce(
  (network: Network) => new Map(ecmpGroups(network).flatMap((group) => group.routes.map((route) => [route, group]))),
);
