// A mangle rule that changes packets which the chip routes: they leave unchanged.

import { defineSparedRule, pastRule } from '../spared.ts';

export const mangleBypassedByL3hw = defineSparedRule({
  id: 'firewall/mangle-bypassed-by-l3hw',
  cost: 'H',
  facts: ['l3.vlan-flag'],
  summary: 'Mangle does not change packets that the chip routes',
  why: 'The packets leave as they came: no MSS clamp, no DSCP or priority, no packet mark for a queue.',
  remedy: 'Use QoS in hardware for DSCP and priority; take one side off hardware routing for the rest.',

  words: (spared, network) => ({
    what: 'what the chip routes is not changed: these mangle rules never see it',
    ...pastRule(network, spared),
  }),
});
