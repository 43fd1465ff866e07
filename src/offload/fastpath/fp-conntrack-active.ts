// Connection tracking stops IP FastPath.

import { isTracking, type Stop } from '../../forwarding/firewall/cpu-path.ts';
import { explainStops, firewallOnTheWay, ofEitherFamily, type StopWords } from '../fastpath-benefit.ts';
import { defineRule, type WrittenFinding } from '../rule.ts';

export const fpConntrackActive = defineRule({
  id: 'fastpath/fp-conntrack-active',
  cost: 'H',
  implies: ['firewall/conntrack-forced-on'],

  check: ({ network }) =>
    ofEitherFamily((family): readonly WrittenFinding[] => {
      const { cost, rules, fasttrack, first } = firewallOnTheWay(network, family);
      const words = ({ property }: Stop): StopWords => ({
        what: 'IP FastPath is off: connections are tracked',
        primary: [property, 'tracks connections in any case'],
        ...(rules.length === 0 && { fix: { set: property, to: 'auto', title: 'track only for the firewall' } }),
      });
      const forced = explainStops(network, 'fastpath/fp-conntrack-active', words, family);
      if (forced.length > 0 || !first || !isTracking(network)) return forced;
      const what = 'IP FastPath is off: a firewall rule makes RouterOS track connections';
      const primary = [fasttrack ? 'action' : 'chain', 'switches connection tracking on'] as const;
      return [{ subject: first, cost, what, primary }];
    }),
});
