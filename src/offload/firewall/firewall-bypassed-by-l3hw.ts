// A filter rule for traffic that the chip routes: the packets never reach it.

import { defineSparedRule, pastRule } from '../spared.ts';

export const firewallBypassedByL3hw = defineSparedRule({
  id: 'firewall/firewall-bypassed-by-l3hw',
  cost: 'C',
  facts: ['l3.vlan-flag'],
  summary: 'Traffic that the chip routes never meets the IP firewall',
  why: 'Both sides of the path are routed in hardware, so what this rule is meant to stop passes. The rule counts nothing and drops nothing.',
  remedy: 'Say the same with switch rules, or take one side off hardware routing so that the CPU sees both directions.',

  words: (spared, network) => ({
    what: 'what the chip routes is not filtered: these firewall rules never see it',
    ...pastRule(network, spared),
  }),
});
