// VXLAN with several ways to one VTEP.

import type { Network, Route } from '../../forwarding/network.ts';
import { parsePrefix } from '../../model/prefix.ts';
import { defineVxlanRule } from '../tunnels.ts';

export const vxlanUnderlayEcmp = defineVxlanRule({
  id: 'vxlan/vxlan-underlay-ecmp',
  cost: 'H',
  summary: 'The chip encapsulates towards VTEPs with a single way only',
  why: 'The CPU encapsulates every packet to this VTEP.',
  remedy: 'Give the route to the VTEP one next hop.',

  find: ({ remotes, vrf }, network) =>
    remotes.flatMap(({ item: vtep, address }) => {
      const hops = hopsTo(network, address, vrf.name);
      const [first] = hops;
      if (!first || hops.length < 2) return [];
      return {
        affects: [vtep],
        what: 'VXLAN is done by the CPU: there are several ways to the VTEP',
        primary: [vtep, 'remote-ip', `${hops.length} next hops`],
        related: [[first.item, first.origin === 'static' ? 'gateway' : 'address', 'the way to the VTEP']],
      };
    }),
});

/** The active routes to an address, once for each next hop. */
function hopsTo(network: Network, remote: string, table: string): readonly Route[] {
  const address = parsePrefix(remote);
  return address ? network.routesTo(table, address).flatMap((route) => route.nextHops.map(() => route)) : [];
}
