// Any firewall rule at all stops IP FastPath.

import { documented } from '../evidence.ts';
import { fastpathCost, fastpathStake, firewallItems } from '../fastpath-stake.ts';
import { label } from '../place.ts';
import { defineRule } from '../rule.ts';

export const fpFirewallRules = defineRule({
  id: 'fastpath/fp-firewall-rules',
  cost: 'H',
  datapath: 'l3-routing',
  needs: 'configuration',
  facts: [],
  implies: ['fastpath/fp-conntrack-active'],
  summary: 'One firewall rule is enough to stop IP FastPath for everything that is forwarded',
  why: 'Packets take the slow path through the firewall, also where no rule matches them; rules that only count are enough.',
  remedy: 'Remove the rules where none is needed, or rely on FastTrack.',
  evidence: [documented('routeros/packet-flow#fast-path', 'FastPath needs a firewall without rules')],

  check({ network }) {
    const stake = fastpathStake(network);
    const [first, ...others] = firewallItems(network, 4);
    // FastTrack is its own reason; `fp-ft-exclusive` speaks of it.
    if (stake === 'none' || !first) return [];
    return [
      {
        subject: first,
        affects: others,
        placement: 'cpu' as const,
        cost: fastpathCost(stake),
        what: `IP FastPath is off: there ${others.length === 0 ? 'is a firewall rule' : `are ${others.length + 1} firewall rules`}`,
        primary: label(first, 'chain', 'the first of the rules that stop it'),
      },
    ];
  },
});
