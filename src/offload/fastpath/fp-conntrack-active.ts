// Connection tracking stops IP FastPath.

import { fasttrackRules } from '../../forwarding/fasttrack-rules.ts';
import { fastpathBenefit, fastpathCost, firewallItems } from '../fastpath-benefit.ts';
import { setValue } from '../fix.ts';
import { label } from '../locations.ts';
import { defineRule } from '../rule.ts';
import { settingOf } from '../settings.ts';

const menu = '/ip/firewall/connection/tracking';

export const fpConntrackActive = defineRule({
  id: 'fastpath/fp-conntrack-active',
  cost: 'H',
  datapath: 'l3-routing',
  implies: ['firewall/conntrack-forced-on'],
  summary: 'Connection tracking stops IP FastPath',
  why: 'Every packet is looked up in the connection table on the slow path.',
  remedy: 'Set `enabled=auto`, and do without firewall rules where nothing has to be tracked.',

  check({ config, network }) {
    const benefit = fastpathBenefit(network);
    if (benefit === 'none') return [];
    const setting = settingOf(config, menu, 'enabled');
    const rules = firewallItems(network, 4);
    if (setting?.value === 'yes') {
      return {
        subject: setting.item,
        placement: 'cpu' as const,
        cost: fastpathCost(benefit),
        what: 'IP FastPath is off: connections are tracked',
        primary: label(setting.item, 'enabled', 'tracks connections in any case'),
        ...(rules.length === 0 && {
          fix: setValue(setting.item, 'enabled', 'auto', 'track only for the firewall'),
        }),
      };
    }
    const [fasttrack] = benefit === 'fasttrack' ? fasttrackRules(network) : [];
    const first = fasttrack ?? rules[0];
    if (setting?.value === 'no' || !first) return [];
    return {
      subject: first,
      placement: 'cpu' as const,
      cost: fastpathCost(benefit),
      what: 'IP FastPath is off: a firewall rule makes RouterOS track connections',
      primary: label(first, fasttrack ? 'action' : 'chain', 'switches connection tracking on'),
    };
  },
});
