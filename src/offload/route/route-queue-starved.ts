// A route queue limit that keeps new routes out of the chip while routes change.

import { aboutEach, defineRule, itemsIn, routed, settingIn } from '../rule.ts';

const limits = routed(settingIn('/interface/ethernet/switch/l3hw-settings/advanced', 'route-queue-limit-high'));
const protocols = itemsIn('/routing/bgp/connection', '/routing/ospf/instance');

export const routeQueueStarved = defineRule({
  id: 'route/route-queue-starved',
  cost: 'M',
  summary: 'With `route-queue-limit-high=0` routes are indexed only when the queue runs empty',
  why: 'While BGP or OSPF keeps changing routes the queue never runs empty, so new routes stay on the CPU.',
  remedy: 'Restore the default of 256, and set `route-queue-limit-low` above zero under constant change.',

  check: aboutEach(limits, ({ value }, { network }) => {
    if (value !== '0' || protocols(network).length === 0) return [];
    return {
      placement: 'partial',
      what: 'new routes stay on the CPU as long as routes keep changing',
      primary: ['route-queue-limit-high', 'waits for an empty queue'],
      fix: { set: 'route-queue-limit-high', to: '256', title: 'restore the default' },
    };
  }),
});
