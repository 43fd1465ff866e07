// Connection tracking stops IP FastPath.

import { isTracking } from '../../forwarding/firewall/cpu-path.ts';
import { fasttrackRules } from '../../forwarding/firewall/fasttrack-rules.ts';
import { explainStops, fastpathBenefit, fastpathCost, firewallItems } from '../fastpath-benefit.ts';
import { defineRule } from '../rule.ts';

export const fpConntrackActive = defineRule({
  id: 'fastpath/fp-conntrack-active',
  cost: 'H',
  implies: ['firewall/conntrack-forced-on'],
  summary: 'Connection tracking stops IP FastPath',
  why: 'Every packet is looked up in the connection table on the slow path.',
  remedy: 'Set `enabled=auto`, and do without firewall rules where nothing has to be tracked.',

  check({ network }) {
    const rules = firewallItems(network, 4);
    const forced = explainStops(network, 'fastpath/fp-conntrack-active', ({ property }) => ({
      what: 'IP FastPath is off: connections are tracked',
      primary: [property, 'tracks connections in any case'],
      ...(rules.length === 0 && { fix: { set: property, to: 'auto', title: 'track only for the firewall' } }),
    }));
    const benefit = fastpathBenefit(network);
    const [fasttrack] = benefit === 'fasttrack' ? fasttrackRules(network, 4) : [];
    const first = fasttrack ?? rules[0];
    if (forced.length > 0 || benefit === 'none' || !first || !isTracking(network)) return forced;
    return {
      subject: first,
      cost: fastpathCost(benefit),
      what: 'IP FastPath is off: a firewall rule makes RouterOS track connections',
      primary: [fasttrack ? 'action' : 'chain', 'switches connection tracking on'],
    };
  },
});
