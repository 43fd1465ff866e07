// More routes than a table holds in which every prefix and every host takes an entry.

import { routeOverflow, routeOverflowFacts } from '../route-overflow.ts';
import { defineRule } from '../rule.ts';

export const routeCapacityF2k = defineRule({
  id: 'route/route-capacity-f2k',
  cost: 'H',
  facts: routeOverflowFacts,
  summary: 'Prefixes and resolved hosts share one table of fixed size',
  why: 'When the table is full, the longest prefixes stay in hardware and the shortest go to the CPU first, the default route among them.',
  remedy: 'Summarise routes, or suppress offloading of those with little traffic.',

  check: ({ network }) => routeOverflow(network, { kind: 'shared', smallest: 13_000 }),
});
