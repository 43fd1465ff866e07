// A device that learns many routes and has no default route of its own.

import { internetFeeds } from '../../forwarding/routing/bgp-connections.ts';
import { defineRule, ofRoutingChip } from '../rule.ts';

export const noDefaultRouteGap = defineRule({
  id: 'route/no-default-route-gap',
  cost: 'L',

  check: ofRoutingChip(({ chip, config, network }) => {
    if (chip.switch.fact('l3.table')?.value === 'shared') return [];
    const hasDefault = network.routes.some(
      ({ prefix, table, usable }) => prefix.family === 4 && prefix.length === 0 && table === 'main' && usable,
    );
    if (hasDefault) return [];
    return internetFeeds(config).map(({ item }) => ({
      subject: item,
      placement: 'hardware',
      what: 'a full table without a default route fills the chip earlier',
      primary: ['remote.as', 'may send a full table'],
    }));
  }),
});
