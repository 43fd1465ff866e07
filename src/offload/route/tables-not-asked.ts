// What chooses a table for packets that the chip routes by the main one: marks and rules that it never asks.

import { redirectOf } from '../keep-on-cpu.ts';
import type { Rule, RuleText } from '../rule.ts';
import { defineSparedRule } from '../spared.ts';

interface Chooser extends RuleText {
  readonly what: string;
  readonly happens: string;
  /** The packets, and what keeps them from the chip where no switch rule is exact. */
  readonly packets: string;
  readonly otherwise: string;
}

const choosers: readonly Chooser[] = [
  {
    id: 'route/mangle-mark-routing-bypassed',
    cost: 'C',
    summary: 'A routing mark does not reach traffic that the chip routes',
    why: 'Mangle runs on the CPU. Packets that the chip routes follow the main table, so this policy is silently ignored for them.',
    remedy:
      'Redirect exactly the marked class of packets to the CPU with a switch rule, or route it in a VRF where the chip has VRFs.',
    what: 'the chip routes by the main table: these routing marks never apply to what enters in hardware',
    happens: 'is routed unmarked',
    packets: 'the marked packets',
    otherwise: 'with switch rules',
  },
  {
    id: 'route/routing-rule-bypassed',
    cost: 'C',
    summary: 'Routing rules do not apply to traffic that the chip routes',
    why: 'The chip holds the main table only. Packets that enter in hardware follow it, whatever the rule says about table, drop or unreachable.',
    remedy:
      'Redirect the same class of packets to the CPU with a switch rule, or take the VLAN off hardware routing, or use a VRF.',
    what: 'the chip asks no routing rules: these never apply to what enters in hardware',
    happens: 'follows the main table',
    packets: 'the same packets',
    otherwise: 'with a switch rule, or take their VLAN off hardware routing',
  },
];

export const tablesNotAsked: readonly Rule[] = choosers.map(({ what, happens, packets, otherwise, ...rule }) =>
  defineSparedRule({
    ...rule,
    words({ item, from, to }, network) {
      const redirect = redirectOf(network, item);
      const title = `redirect ${packets} to the CPU`;
      return {
        what,
        primary: [item.properties.has('table') ? 'table' : 'action', `\`${from.name}\` to \`${to.name}\` ${happens}`],
        fix: redirect ? [title, redirect] : `${title} ${otherwise}`,
      };
    },
  }),
);
