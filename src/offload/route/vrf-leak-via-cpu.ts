// Routes from one VRF into another.

import { leavesTable } from '../../forwarding/fib.ts';
import { isSteeredInto } from '../../forwarding/route-reason.ts';
import { aboutEach, defineRule, routed, routes } from '../rule.ts';

export const vrfLeakViaCpu = defineRule({
  id: 'route/vrf-leak-via-cpu',
  cost: 'M',
  summary: 'Whether the chip follows a next hop in another VRF is not documented',
  why: 'The chip routes what is in a VRF where the way out can be offloaded. Nobody has published whether that includes a next hop that another table resolves, or whether these packets go to the CPU.',
  remedy:
    'Test it: with traffic on it, the counters of the CPU port stay low. Or put the way to the next hop into the same VRF, where nothing else needs it.',

  check: aboutEach(routed(routes), (route, { network }) => {
    if (!route.nextHops.some(leavesTable)) return [];
    const primary = ['gateway', 'a next hop in another table'] as const;
    if (isSteeredInto(network, route.table)) {
      return {
        placement: 'hardware',
        what: 'that routes of a VRF without interfaces are in hardware is inferred',
        primary,
      };
    }
    return {
      placement: 'unknown',
      what: 'whether routes into another VRF are in hardware is not known',
      primary,
    };
  }),
});
