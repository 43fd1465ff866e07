// A FastTrack rule that keeps its connections out of the chip.

import { keptOffChip } from '../off-chip.ts';
import { defineRule } from '../rule.ts';

export const fasttrackRuleHwOffloadNo = defineRule({
  id: 'firewall/fasttrack-rule-hw-offload-no',
  cost: 'i',
  facts: ['l3.fasttrack'],
  summary: 'A FastTrack rule with `hw-offload=no` keeps its connections on the CPU',
  why: 'Connections that this rule takes are fast-tracked by the CPU and leave the room in the chip to others.',
  remedy: 'Set `hw-offload=yes` if that is not intended.',

  check: ({ network }) =>
    keptOffChip(network, 'firewall/fasttrack-rule-hw-offload-no').map(({ item, placement }) => ({
      subject: item,
      placement,
      what: 'connections of these FastTrack rules stay on the CPU, as the rules ask',
      primary: ['hw-offload', 'not offloaded'],
    })),
});
