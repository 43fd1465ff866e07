// An IPv4 route with an IPv6 next hop.

import { crossesFamilies } from '../../forwarding/fib.ts';
import { aboutEach, defineRule, routed, routes } from '../rule.ts';

export const ipv4ViaIpv6Nexthop = defineRule({
  id: 'route/ipv4-via-ipv6-nexthop',
  cost: 'H',
  summary: 'IPv4 routes with IPv6 next hops and L3 hardware offloading exclude each other',
  why: 'The manual lists this form of route as not available with L3 offloading, so what happens to its packets is undefined.',
  remedy: 'Use IPv4 next hops.',

  check: aboutEach(routed(routes), (route) => {
    if (!route.nextHops.some((hop) => crossesFamilies(hop, route.prefix.family))) return [];
    return {
      placement: 'unavailable',
      what: 'IPv4 routes with IPv6 next hops do not work together with L3 offloading',
      primary: ['gateway', 'an IPv6 next hop'],
    };
  }),
});
