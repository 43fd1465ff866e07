// A routing rule for traffic that the chip routes: the chip looks up the main table and asks no rule.

import { redirectOf } from '../keep-on-cpu.ts';
import { defineSparedRule } from '../spared.ts';

export const routingRuleBypassed = defineSparedRule({
  id: 'route/routing-rule-bypassed',
  cost: 'C',
  summary: 'Routing rules do not apply to traffic that the chip routes',
  why: 'The chip holds the main table only. Packets that enter in hardware follow it, whatever the rule says about table, drop or unreachable.',
  remedy:
    'Redirect the same class of packets to the CPU with a switch rule, or take the VLAN off hardware routing, or use a VRF.',

  words({ item, from, to }, network) {
    const redirect = redirectOf(network, item);
    return {
      what: 'the chip asks no routing rules: these never apply to what enters in hardware',
      primary: [
        item.properties.has('table') ? 'table' : 'action',
        `\`${from.name}\` to \`${to.name}\` follows the main table`,
      ],
      fix: redirect
        ? ['redirect the same packets to the CPU', redirect]
        : 'redirect the same packets to the CPU with a switch rule, or take their VLAN off hardware routing',
    };
  },
});
