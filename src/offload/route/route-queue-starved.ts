// A route queue limit that keeps new routes out of the chip while routes change.

import { enabledItemsOf, type MenuPath } from '../../model/config.ts';
import { defineRule, ofRoutingChip } from '../rule.ts';
import { settingOf } from '../settings.ts';

const protocols: readonly MenuPath[] = ['/routing/bgp/connection', '/routing/ospf/instance'];

export const routeQueueStarved = defineRule({
  id: 'route/route-queue-starved',
  cost: 'M',
  summary: 'With `route-queue-limit-high=0` routes are indexed only when the queue runs empty',
  why: 'While BGP or OSPF keeps changing routes the queue never runs empty, so new routes stay on the CPU.',
  remedy: 'Restore the default of 256, and set `route-queue-limit-low` above zero under constant change.',

  check: ofRoutingChip(({ config }) => {
    const limit = settingOf(config, '/interface/ethernet/switch/l3hw-settings/advanced', 'route-queue-limit-high');
    const isDynamic = protocols.some((menu) => enabledItemsOf(config, menu).length > 0);
    if (limit?.value !== '0' || !isDynamic) return [];
    return {
      subject: limit.item,
      placement: 'partial',
      what: 'new routes stay on the CPU as long as routes keep changing',
      primary: ['route-queue-limit-high', 'waits for an empty queue'],
      fix: { set: 'route-queue-limit-high', to: '256', title: 'restore the default' },
    };
  }),
});
