// A FastTrack rule that keeps its connections out of the chip.

import { defineOffChipRule } from '../off-chip.ts';

export const fasttrackRuleHwOffloadNo = defineOffChipRule({
  id: 'firewall/fasttrack-rule-hw-offload-no',
  cost: 'i',
  summary: 'A FastTrack rule with `hw-offload=no` keeps its connections on the CPU',
  why: 'Connections that this rule takes are fast-tracked by the CPU and leave the room in the chip to others.',
  remedy: 'Set `hw-offload=yes` if that is not intended.',

  words: {
    what: 'connections of these FastTrack rules stay on the CPU, as the rules ask',
    primary: ['hw-offload', 'not offloaded'],
  },
});
