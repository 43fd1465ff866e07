// Routes of a table of their own: the chip holds the main table, and VRFs where it can, but no other.

import type { Network } from '../../forwarding/network.ts';
import { hasRoutedClasses } from '../../forwarding/routed-classes.ts';
import { enabledItemsOf, propertyValue } from '../../model/config.ts';
import { tableOf } from '../marks.ts';
import { defineRule } from '../rule.ts';
import { sparedOf } from '../spared.ts';

export const mainTableOnly = defineRule({
  id: 'route/main-table-only',
  cost: 'i',
  summary: 'Routes of additional routing tables are never in hardware',
  why: 'The chip looks up the main table alone. These routes serve packets that the CPU forwards; packets that the chip routes do not know them.',
  remedy: 'Route in the main table what has to be in hardware, or use a VRF where the chip supports it.',

  check({ network }) {
    if (!hasRoutedClasses(network, 4)) return [];
    const reliedOn = tablesReliedOn(network);
    const mainTable = new Set(['main', ...network.vrfs.keys()]);
    return network.routes.flatMap((route) => {
      if (route.origin !== 'static' || mainTable.has(route.table)) return [];
      const isBypassed = reliedOn.has(route.table);
      return {
        subject: route.item,
        placement: isBypassed ? 'unpredictable' : 'cpu',
        ...(isBypassed && { cost: 'C' }),
        what: isBypassed
          ? `table \`${route.table}\` is not in the chip: traffic that policy sends there is routed by the main table`
          : `routes of table \`${route.table}\` are used by the CPU alone`,
        primary: ['routing-table', 'not in the chip'],
      };
    });
  },
});

const codes = ['route/mangle-mark-routing-bypassed', 'route/routing-rule-bypassed'] as const;

/** Tables that a policy sends packets to which the chip routes by the main table. */
function tablesReliedOn(network: Network): ReadonlySet<string> {
  const policies = codes.flatMap((code) => sparedOf(network, code).map(({ item }) => tableOf(item)));
  const tables = new Set(policies.flatMap((table) => (table === undefined ? [] : [table])));
  const marks = enabledItemsOf(network.config, '/routing/rule');
  for (const rule of marks) {
    const mark = propertyValue(rule, 'routing-mark');
    const table = propertyValue(rule, 'table');
    if (mark !== undefined && table !== undefined && tables.has(mark)) tables.add(table);
  }
  return tables;
}
