// An IPv6 filter rule for traffic that the chip routes.

import { defineSparedRule } from '../spared.ts';

export const ipv6FirewallBypassed = defineSparedRule({
  id: 'firewall/ipv6-firewall-bypassed',
  cost: 'C',
  summary: 'With `ipv6-hw=yes` the IPv6 firewall does not see what the chip routes',
  why: 'Both sides of the path are routed in hardware, so what this rule is meant to stop passes.',
  remedy: 'Set `ipv6-hw=no`, or say the same with IPv6 switch rules.',

  words: ({ from, to }) => ({
    what: 'IPv6 that the chip routes is not filtered: these rules never see it',
    primary: ['action', `\`${from.name}\` to \`${to.name}\` is routed past this rule`],
    fix: [
      'leave IPv6 to the CPU until the policy stands in switch rules',
      '/interface/ethernet/switch/l3hw-settings set ipv6-hw=no',
    ],
  }),
});
