// What chooses a table for packets that the chip routes by the main one: marks and rules that it never asks.

import { redirectOf } from '../keep-on-cpu.ts';
import type { Rule, RuleHead } from '../rule.ts';
import { defineSparedRule } from '../spared.ts';

interface Chooser extends RuleHead {
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
    what: 'the chip routes by the main table: these mangle rules never apply to what enters in hardware',
    happens: 'is routed unmarked',
    packets: 'the marked packets',
    otherwise: 'with switch rules',
  },
  {
    id: 'route/routing-rule-bypassed',
    cost: 'C',
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
