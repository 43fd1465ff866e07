// FastTrack from mangle: the rule cannot say anything about the chip.

import { keptOffChip } from '../off-chip.ts';
import { defineRule } from '../rule.ts';

export const fasttrackRuleInMangle = defineRule({
  id: 'firewall/fasttrack-rule-in-mangle',
  cost: 'L',
  facts: ['l3.fasttrack'],
  summary: 'Only filter rules have `hw-offload`',
  why: 'A FastTrack rule in mangle cannot choose whether its connections go to the chip.',
  remedy: 'Use a filter rule.',

  check: ({ network }) =>
    keptOffChip(network, 'firewall/fasttrack-rule-in-mangle').map(({ item, placement }) => ({
      subject: item,
      placement,
      what: 'FastTrack rules in mangle cannot choose what goes to the chip',
      primary: ['action', 'no hw-offload here'],
    })),
});
