// MSTP on a chip that knows STP and RSTP at most.

import { defineFeatureRule } from '../bridge-offload.ts';

export const mstpNonhw = defineFeatureRule({
  id: 'l2/mstp-nonhw',
  cost: 'H',
  summary: 'Not every switch chip offloads a bridge with MSTP',
  why: 'Every frame between the ports of the bridge passes the CPU.',
  remedy: 'Use RSTP.',

  name: 'MSTP',
  off: ['rstp', 'use RSTP'],
});
