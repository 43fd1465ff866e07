// Features that add firewall rules by themselves: they switch connection tracking on.

import { enabledItemsOf, isYes } from '../../model/config.ts';
import { defineRule, type WrittenFinding } from '../rule.ts';
import { settingOf } from '../settings.ts';

export const kidControlDynamicRules = defineRule({
  id: 'firewall/kid-control-dynamic-rules',
  cost: 'L',
  summary: 'Kid Control, Hotspot and UPnP add firewall rules and queues of their own',
  why: 'Such rules make connection tracking active, so IP FastPath is off, and their queues do not hold for FastTrack connections.',
  remedy: 'Switch the feature off where it is not needed.',

  check({ config }) {
    const upnp = settingOf(config, '/ip/upnp', 'enabled');
    const findings: WrittenFinding[] = [];
    const say = (name: string, item: WrittenFinding['subject'], property: string) =>
      findings.push({
        subject: item,
        placement: 'cpu',
        what: `${name} adds firewall rules by itself, which switches IP FastPath off`,
        primary: [property, 'adds rules'],
      });
    for (const item of enabledItemsOf(config, '/ip/kid-control')) say('Kid Control', item, 'name');
    for (const item of enabledItemsOf(config, '/ip/hotspot')) say('Hotspot', item, 'interface');
    if (upnp && isYes(upnp.value)) say('UPnP', upnp.item, 'enabled');
    return findings;
  },
});
