// Routes that share the traffic of one prefix: one item with several gateways, or several items of equal distance.

import { derivedOnce } from '../forwarding/grouping.ts';
import type { Network, NextHop, Route } from '../forwarding/network.ts';

export interface EcmpGroup {
  readonly routes: readonly Route[];
  readonly nextHops: readonly NextHop[];
}

/** Groups of at least two next hops among usable routes. */
export const ecmpGroups: (network: Network) => readonly EcmpGroup[] = derivedOnce((network) => {
  const groups = new Map<string, Route[]>();
  for (const route of network.routes) {
    if (!route.usable || route.shadowed || route.origin === 'connected') continue;
    const key = `${route.prefix.family} ${route.prefix.base}/${route.prefix.length} ${route.table}`;
    const group = groups.get(key);
    if (group) group.push(route);
    else groups.set(key, [route]);
  }
  return [...groups.values()]
    .map((routes) => ({ routes, nextHops: routes.flatMap(({ nextHops }) => nextHops) }))
    .filter(({ nextHops }) => nextHops.length > 1);
});
