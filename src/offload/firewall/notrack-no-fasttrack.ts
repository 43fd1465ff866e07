// Traffic that is not tracked: no FastTrack, no NAT, no connection offload for it.

import { enabledItemsOf } from '../../model/config.ts';
import { fasttrackRules } from '../fasttrack.ts';
import { matchingOf } from '../firewall-match.ts';
import { replaceValue } from '../fix.ts';
import { label } from '../locations.ts';
import { allPaths } from '../paths.ts';
import { actionOf } from '../policy.ts';
import { defineRule, type Finding } from '../rule.ts';
import { settingOf } from '../settings.ts';

export const notrackNoFasttrack = defineRule({
  id: 'firewall/notrack-no-fasttrack',
  cost: 'M',
  datapath: 'fasttrack',
  needs: 'configuration',
  facts: [],
  summary: 'Packets that are not tracked have no connection to fast-track or translate',
  why: 'FastTrack and NAT rules do nothing for this traffic, and the chip offloads none of its connections.',
  remedy: 'Track the traffic again, or remove the rules that rely on connections.',

  check({ config, network }) {
    const [rule] = fasttrackRules(network);
    if (!rule) return [];
    const related = [label(rule, 'action', 'FastTrack is wanted here')];
    const setting = settingOf(config, '/ip/firewall/connection/tracking', 'enabled');
    if (setting?.value === 'no') {
      const fix = replaceValue(
        setting.item,
        'enabled',
        'auto',
        'track connections',
        '/ip/firewall/connection/tracking set enabled=auto',
      );
      return [
        {
          subject: setting.item,
          placement: 'cpu',
          what: 'FastTrack and NAT do nothing: connections are not tracked',
          primary: label(setting.item, 'enabled', 'no connections'),
          related,
          fix,
        },
      ];
    }
    const { ends } = allPaths(network, 4);
    const matching = matchingOf(network, ends, 4);
    const findings: Finding[] = [];
    for (const item of enabledItemsOf(config, '/ip/firewall/raw')) {
      if (actionOf(item) !== 'notrack') continue;
      // What is excluded by destination or service is excluded on purpose, for IPsec for example.
      const { certain, allIns, allOuts } = matching.matchOf(item);
      if (!certain || allIns === 0n || allOuts === 0n || item.properties.has('dst-address')) continue;
      findings.push({
        subject: item,
        placement: 'cpu',
        what: 'all traffic of an interface is kept from FastTrack and NAT, because it is not tracked',
        primary: label(item, 'action', 'no connections'),
        related,
      });
    }
    return findings;
  },
});
