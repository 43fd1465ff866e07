// Any firewall rule at all stops IP FastPath.

import { firewallOnTheWay, ofEitherFamily } from '../fastpath-benefit.ts';
import { defineRule, type WrittenFinding } from '../rule.ts';

export const fpFirewallRules = defineRule({
  id: 'fastpath/fp-firewall-rules',
  cost: 'H',
  implies: ['fastpath/fp-conntrack-active'],

  check: ({ network }) =>
    ofEitherFamily((family): readonly WrittenFinding[] => {
      const { cost, rules, fasttrack, first } = firewallOnTheWay(network, family);
      if (!first) return [];
      const affects = rules.filter((item) => item !== first);
      const what = `IP FastPath is off: there ${rules.length === 1 ? 'is a firewall rule' : `are ${rules.length} firewall rules`}`;
      const text = fasttrack ? 'FastTrack takes its place' : 'the first of them';
      return [{ subject: first, affects, cost, what, primary: [fasttrack ? 'action' : 'chain', text] }];
    }),
});
