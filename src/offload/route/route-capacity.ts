// More routes than the table of the chip holds: in one kind of table every prefix and every host takes an entry, in the
// other the number depends on the shape of the routes.

import { type RouteTable, routeOverflow, smallestTable } from '../route-overflow.ts';
import { defineRule, type Rule, type RuleHead } from '../rule.ts';

const kinds: readonly (RuleHead & { readonly table: RouteTable })[] = [
  { id: 'route/route-capacity-f2k', cost: 'H', table: { kind: 'shared', smallest: smallestTable } },
  { id: 'route/route-capacity-lpm', cost: 'H', table: { kind: 'indexed', smallest: 16_000 } },
];

export const routeCapacity: readonly Rule[] = kinds.map(({ table, ...rule }) =>
  defineRule({ ...rule, check: ({ network }) => routeOverflow(network, table) }),
);
