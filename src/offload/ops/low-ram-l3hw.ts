// Large route tables on a device with little memory: the driver runs out of it and stops.

import { internetFeeds } from '../../forwarding/routing/bgp-connections.ts';
import { takesSome } from '../../forwarding/routing/input-filters.ts';
import { routeEntries } from '../../forwarding/routing/route-fit.ts';
import { defineRule, ofRoutingChip, restingOn } from '../rule.ts';

const littleMb = 64;
/** What somebody writes by hand; a feed brings more. */
const manyRoutes = 2000;

export const lowRamL3hw = defineRule({
  id: 'ops/low-ram-l3hw',
  cost: 'H',
  datapath: 'l3-routing',

  check: ofRoutingChip(({ config, network, target }) => {
    const ram = target.fact('ram.mb');
    if (ram && ram.value > littleMb) return [];
    const feed = internetFeeds(config).find(
      ({ limit, filter }) => !(Number(limit) <= manyRoutes || (filter !== undefined && takesSome(config, filter))),
    );
    const last = network.routes.findLast(({ origin }) => origin === 'static');
    const isMuch = feed !== undefined || routeEntries(network).total > manyRoutes;
    const subject = feed?.item ?? last?.item;
    if (!isMuch || !subject) return [];
    return restingOn(ram, 'whether this device has the memory for large tables', {
      subject,
      placement: 'unpredictable',
      what: `large tables can stop L3 offloading on a device with ${ram?.value} MB of memory`,
      primary: feed ? ['remote.as', 'may send a large table'] : ['dst-address', 'the last of many routes'],
      says: `the device has ${ram?.value} MB of memory`,
    });
  }),
});
