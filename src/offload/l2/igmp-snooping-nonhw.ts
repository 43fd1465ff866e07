// IGMP snooping on a chip that cannot do it.

import { defineFeatureRule } from '../bridge-offload.ts';

export const igmpSnoopingNonhw = defineFeatureRule({
  id: 'l2/igmp-snooping-nonhw',
  cost: 'H',
  facts: ['l2.igmp-snooping'],
  summary: 'Not every switch chip offloads a bridge with IGMP snooping',
  why: 'Every frame between the ports of the bridge passes the CPU, not only multicast.',
  remedy: 'Switch snooping off on this device.',

  name: 'IGMP snooping',
  off: ['no', 'switch snooping off'],
});
