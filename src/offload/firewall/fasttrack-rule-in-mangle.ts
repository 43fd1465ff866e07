// FastTrack from mangle: the rule cannot say anything about the chip.

import { fasttrackRules } from '../../forwarding/fasttrack-rules.ts';
import { label } from '../locations.ts';
import { defineRule } from '../rule.ts';

export const fasttrackRuleInMangle = defineRule({
  id: 'firewall/fasttrack-rule-in-mangle',
  cost: 'L',
  datapath: 'fasttrack',
  facts: ['l3.fasttrack'],
  summary: 'Only filter rules have `hw-offload`',
  why: 'A FastTrack rule in mangle cannot choose whether its connections go to the chip.',
  remedy: 'Use a filter rule.',

  check({ network }) {
    const fact = network.offload?.switch.fact('l3.fasttrack');
    if (!network.offload?.l3Offload || fact?.value === false) return [];
    return fasttrackRules(network).flatMap((item) =>
      item.menu === '/ip/firewall/mangle'
        ? {
            subject: item,
            placement: fact ? ('fasttrack' as const) : ('unknown' as const),
            what: 'FastTrack rules in mangle cannot choose what goes to the chip',
            primary: label(item, 'action', 'no hw-offload here'),
          }
        : [],
    );
  },
});
