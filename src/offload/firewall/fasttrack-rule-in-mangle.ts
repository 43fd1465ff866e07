// FastTrack from mangle: the rule cannot say anything about the chip.

import { defineOffChipRule } from '../off-chip.ts';

export const fasttrackRuleInMangle = defineOffChipRule({
  id: 'firewall/fasttrack-rule-in-mangle',
  cost: 'L',
  summary: 'Only filter rules have `hw-offload`',
  why: 'A FastTrack rule in mangle cannot choose whether its connections go to the chip.',
  remedy: 'Use a filter rule.',

  words: {
    what: 'FastTrack rules in mangle cannot choose what goes to the chip',
    primary: ['action', 'no hw-offload here'],
  },
});
