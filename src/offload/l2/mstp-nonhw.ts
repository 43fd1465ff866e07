// MSTP on a chip that knows STP and RSTP at most.

import { featureLosses, plainBridgeFacts } from '../bridge-offload.ts';
import { defineRule } from '../rule.ts';

export const mstpNonhw = defineRule({
  id: 'l2/mstp-nonhw',
  cost: 'H',
  facts: plainBridgeFacts,
  summary: 'Not every switch chip offloads a bridge with MSTP',
  why: 'Every frame between the ports of the bridge passes the CPU.',
  remedy: 'Use RSTP.',

  check: ({ network }) => featureLosses(network, 'l2/mstp-nonhw', { name: 'MSTP', off: ['rstp', 'use RSTP'] }),
});
