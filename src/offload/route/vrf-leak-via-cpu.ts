// Routes from one VRF into another.

import { inferred } from '../evidence.ts';
import { label } from '../place.ts';
import { defineRule } from '../rule.ts';

export const vrfLeakViaCpu = defineRule({
  id: 'route/vrf-leak-via-cpu',
  cost: 'M',
  datapath: 'l3-routing',
  needs: 'configuration',
  facts: [],
  summary: 'Whether the chip follows a next hop in another VRF is not documented',
  why: 'The next hop lies in another table. Nobody has published whether the chip follows it, or leaves the packets to the CPU.',
  remedy: 'Test it with counters before relying on it.',
  evidence: [inferred('routeros/l3hw#hardware-offloaded-vrf', 'route leaking is not mentioned')],

  check({ network }) {
    if (!network.offload?.l3Offload || network.vrfs.size === 0) return [];
    return network.routes.flatMap((route) => {
      const leaks = route.nextHops.some(
        (hop) => hop.kind === 'gateway' && hop.table !== undefined && hop.table !== route.table,
      );
      if (!leaks) return [];
      return [
        {
          subject: route.item,
          placement: 'unknown',
          what: 'whether routes into another VRF are in hardware is not known',
          primary: label(route.item, 'gateway', 'a next hop in another table'),
        },
      ];
    });
  },
});
