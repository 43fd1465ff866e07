// IGMP snooping on a chip that cannot do it.

import { featureLosses, plainBridgeFacts } from '../bridge-offload.ts';
import { defineRule } from '../rule.ts';

export const igmpSnoopingNonhw = defineRule({
  id: 'l2/igmp-snooping-nonhw',
  cost: 'H',
  facts: ['l2.igmp-snooping', ...plainBridgeFacts],
  summary: 'Not every switch chip offloads a bridge with IGMP snooping',
  why: 'Every frame between the ports of the bridge passes the CPU, not only multicast.',
  remedy: 'Switch snooping off on this device.',

  check: ({ network }) =>
    featureLosses(network, 'l2/igmp-snooping-nonhw', { name: 'IGMP snooping', off: ['no', 'switch snooping off'] }),
});
