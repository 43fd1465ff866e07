// Routes of a table of their own: the chip holds the main table, and VRFs where it can, but no other.

import { hasRoutedClasses } from '../../forwarding/bypass/routed-classes.ts';
import type { Network, Route } from '../../forwarding/network/network.ts';
import { enabledItemsOf, type Item, propertyValue } from '../../model/config.ts';
import { families } from '../../model/prefix.ts';
import { derivedOnce } from '../../source/grouping.ts';
import { aboutEach, defineRule } from '../rule.ts';
import { sparedOf } from '../spared.ts';

export const mainTableOnly = defineRule({
  id: 'route/main-table-only',
  cost: 'i',

  check: aboutEach(routesBesideChip, (route, { network }) => {
    const { table } = route;
    if (route.origin !== 'static' || table === 'main' || network.vrfs.has(table)) return [];
    const isBypassed = tablesReliedOn(network).has(table);
    return {
      placement: isBypassed ? 'unpredictable' : 'cpu',
      ...(isBypassed && { cost: 'C' }),
      what: isBypassed
        ? `table \`${table}\` is not in the chip: traffic that policy sends there is routed by the main table`
        : `routes of table \`${table}\` are used by the CPU alone`,
      primary: ['routing-table', 'not in the chip'],
    };
  }),
});

function routesBesideChip(network: Network): readonly Route[] {
  return families.some((family) => hasRoutedClasses(network, family)) ? network.routes : [];
}

const codes = ['route/mangle-mark-routing-bypassed', 'route/routing-rule-bypassed'] as const;

/** Tables that a policy sends packets to which the chip routes by the main table. */
const tablesReliedOn = derivedOnce((network: Network): ReadonlySet<string> => {
  const spared = codes.flatMap((code) => sparedOf(network, code)).filter(({ certainty }) => certainty !== 'open');
  const policies = spared.map(({ item }) => tableOf(item));
  const tables = new Set(policies.flatMap((table) => (table === undefined ? [] : [table])));
  const marks = enabledItemsOf(network.config, '/routing/rule');
  for (const rule of marks) {
    const mark = propertyValue(rule, 'routing-mark');
    const table = propertyValue(rule, 'table');
    if (mark !== undefined && table !== undefined && tables.has(mark)) tables.add(table);
  }
  return tables;
});

/** The table that a mangle or routing rule leads to. */
function tableOf(item: Item): string | undefined {
  return propertyValue(item, 'new-routing-mark') ?? propertyValue(item, 'table');
}
