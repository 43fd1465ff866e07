// Any firewall rule at all stops IP FastPath.

import { fasttrackRules } from '../../forwarding/firewall/fasttrack-rules.ts';
import { fastpathBenefit, fastpathCost, firewallItems } from '../fastpath-benefit.ts';
import { defineRule } from '../rule.ts';

export const fpFirewallRules = defineRule({
  id: 'fastpath/fp-firewall-rules',
  cost: 'H',
  implies: ['fastpath/fp-conntrack-active'],
  summary: 'One firewall rule is enough to stop IP FastPath for everything that is forwarded',
  why: 'Packets take the slow path through the firewall, also where no rule matches them; rules that only count are enough.',
  remedy: 'Remove the rules where none is needed, or rely on FastTrack.',

  check({ network }) {
    const benefit = fastpathBenefit(network);
    const rules = firewallItems(network, 4);
    const [fasttrack] = benefit === 'fasttrack' ? fasttrackRules(network, 4) : [];
    const first = fasttrack ?? rules[0];
    if (benefit === 'none' || !first) return [];
    return {
      subject: first,
      affects: rules.filter((item) => item !== first),
      cost: fastpathCost(benefit),
      what: `IP FastPath is off: there ${rules.length === 1 ? 'is a firewall rule' : `are ${rules.length} firewall rules`}`,
      primary: [fasttrack ? 'action' : 'chain', fasttrack ? 'FastTrack takes its place' : 'the first of them'],
    };
  },
});
