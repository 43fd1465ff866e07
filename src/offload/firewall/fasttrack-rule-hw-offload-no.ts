// A FastTrack rule that keeps its connections out of the chip.

import { fasttrackRules } from '../../forwarding/fasttrack-rules.ts';
import { propertyValue } from '../../model/config.ts';
import { label } from '../locations.ts';
import { defineRule } from '../rule.ts';

export const fasttrackRuleHwOffloadNo = defineRule({
  id: 'firewall/fasttrack-rule-hw-offload-no',
  cost: 'i',
  datapath: 'fasttrack',
  facts: ['l3.fasttrack'],
  summary: 'A FastTrack rule with `hw-offload=no` keeps its connections on the CPU',
  why: 'Connections that this rule takes are fast-tracked by the CPU and leave the room in the chip to others.',
  remedy: 'Set `hw-offload=yes` if that is not intended.',

  check({ network }) {
    const fact = network.offload?.switch.fact('l3.fasttrack');
    if (!network.offload?.l3Offload || fact?.value === false) return [];
    return fasttrackRules(network).flatMap((item) =>
      propertyValue(item, 'hw-offload') === 'no'
        ? {
            subject: item,
            placement: fact ? ('cpu' as const) : ('unknown' as const),
            what: 'connections of these FastTrack rules stay on the CPU, as the rules ask',
            primary: label(item, 'hw-offload', 'not offloaded'),
          }
        : [],
    );
  },
});
