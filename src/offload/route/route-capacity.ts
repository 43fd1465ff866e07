// More routes than the table of the chip holds: in one kind of table every prefix and every host takes an entry, in the
// other the number depends on the shape of the routes.

import { type RouteTable, routeOverflow, routeOverflowFacts, smallestTable } from '../route-overflow.ts';
import { defineRule, type Rule, type RuleText } from '../rule.ts';

const kinds: readonly (RuleText & { readonly table: RouteTable })[] = [
  {
    id: 'route/route-capacity-f2k',
    cost: 'H',
    summary: 'Prefixes and resolved hosts share one table of fixed size',
    why: 'When the table is full, the longest prefixes stay in hardware and the shortest go to the CPU first, the default route among them.',
    remedy: 'Summarise routes, or suppress offloading of those with little traffic.',
    table: { kind: 'shared', smallest: smallestTable },
  },
  {
    id: 'route/route-capacity-lpm',
    cost: 'H',
    summary:
      'An indexed table holds a number of routes that depends on their shape, and no more than the vendor states',
    why: 'Beyond it all prefixes shorter than some length go through the CPU, the default route included.',
    remedy:
      'Add a default route with the most common next hop, prefer prefixes of whole octets, and suppress routes with little traffic.',
    table: { kind: 'indexed', smallest: 16_000 },
  },
];

export const routeCapacity: readonly Rule[] = kinds.map(({ table, ...rule }) =>
  defineRule({ ...rule, facts: routeOverflowFacts, check: ({ network }) => routeOverflow(network, table) }),
);
