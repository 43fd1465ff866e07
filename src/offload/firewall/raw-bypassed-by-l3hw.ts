// A raw rule for traffic that the chip routes: the packets never reach it.

import { defineSparedRule, pastRule } from '../spared.ts';

export const rawBypassedByL3hw = defineSparedRule({
  id: 'firewall/raw-bypassed-by-l3hw',
  cost: 'C',
  facts: ['l3.vlan-flag'],
  summary: 'Raw rules do not apply to traffic that the chip routes',
  why: 'Both sides of the path are routed in hardware, so what this rule is meant to stop passes.',
  remedy: 'Say the same with switch rules, or take one side off hardware routing.',

  words: (spared, network) => ({
    what: 'what the chip routes meets no raw rules: these never see it',
    ...pastRule(network, spared),
  }),
});
