// Service tags on a chip that filters customer tags alone.

import { defineFeatureRule } from '../bridge-offload.ts';

export const etherTypeNonprestera = defineFeatureRule({
  id: 'l2/ether-type-nonprestera',
  cost: 'H',
  facts: ['l2.tag-stacking'],
  summary: 'Few switch chips filter VLANs by another tag than 0x8100',
  why: 'Every frame between the ports of the bridge passes the CPU.',
  remedy: 'Use `ether-type=0x8100`, or a switch whose chip knows service tags.',

  name: 'service tags',
  off: ['0x8100', 'filter customer tags'],
});
