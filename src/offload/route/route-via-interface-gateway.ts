// A route whose gateway is an interface that many hosts share: each destination needs ARP of its own.

import { sharedGateway } from '../../forwarding/neighbour.ts';
import { aboutEach, defineRule, routed, routes } from '../rule.ts';

export const routeViaInterfaceGateway = defineRule({
  id: 'route/route-via-interface-gateway',
  cost: 'M',
  summary: 'A route over a shared interface resolves every destination by ARP',
  why: 'Each destination needs an ARP answer and a host entry of its own. Destinations that nobody answers for stay on the CPU or are not reached.',
  remedy: 'Name the address of the next hop as the gateway.',

  check: aboutEach(routed(routes), (route, { network }) => {
    const via = route.shadowed ? undefined : sharedGateway(network, route);
    if (via === undefined) return [];
    return {
      placement: 'partial',
      what: 'routes over a shared interface resolve every destination by ARP',
      primary: ['gateway', `\`${via}\` is shared by many hosts`],
    };
  }),
});
