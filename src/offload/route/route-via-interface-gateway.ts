// A route whose gateway is an interface that many hosts share: each destination needs ARP of its own.

import { defineRule, ofEach, routed, routes } from '../rule.ts';

const shared: ReadonlySet<string | undefined> = new Set(['port', 'bond', 'bridge', 'vlan']);

export const routeViaInterfaceGateway = defineRule({
  id: 'route/route-via-interface-gateway',
  cost: 'M',
  summary: 'A route over a shared interface resolves every destination by ARP',
  why: 'Each destination needs an ARP answer and a host entry of its own. Destinations that nobody answers for stay on the CPU or are not reached.',
  remedy: 'Name the address of the next hop as the gateway.',

  check: ofEach(routed(routes), (route, { network }) => {
    if (route.origin !== 'static' || route.shadowed) return [];
    const via = route.nextHops.find((hop) => hop.kind === 'interface' && shared.has(network.kindOf(hop.interface)));
    if (via?.kind !== 'interface') return [];
    return {
      subject: route.item,
      placement: 'partial',
      what: 'routes over a shared interface resolve every destination by ARP',
      primary: ['gateway', `\`${via.interface}\` is shared by many hosts`],
    };
  }),
});
