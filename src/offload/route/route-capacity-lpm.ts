// More routes than an indexed table can hold at best.

import { routeOverflow, routeOverflowFacts } from '../route-overflow.ts';
import { defineRule } from '../rule.ts';

export const routeCapacityLpm = defineRule({
  id: 'route/route-capacity-lpm',
  cost: 'H',
  facts: routeOverflowFacts,
  summary: 'An indexed table holds a number of routes that depends on their shape, and no more than the vendor states',
  why: 'Beyond it all prefixes shorter than some length go through the CPU, the default route included.',
  remedy:
    'Add a default route with the most common next hop, prefer prefixes of whole octets, and suppress routes with little traffic.',

  check: ({ network }) => routeOverflow(network, { kind: 'indexed', smallest: 16_000 }),
});
