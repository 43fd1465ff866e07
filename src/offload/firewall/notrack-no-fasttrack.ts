// Traffic that is not tracked: no FastTrack, no NAT, no connection offload for it.

import { fasttrackRules } from '../../forwarding/firewall/fasttrack-rules.ts';
import { firewallOf, isNamed } from '../../forwarding/firewall/firewall.ts';
import { addressesBehind, type RoutedEnd, routedEnds } from '../../forwarding/legs/ends.ts';
import { isEmpty, subtract } from '../../forwarding/packets/space.ts';
import { settingOf } from '../../model/config.ts';
import { defineRule } from '../rule.ts';

export const notrackNoFasttrack = defineRule({
  id: 'firewall/notrack-no-fasttrack',
  cost: 'M',
  summary: 'Packets that are not tracked have no connection to fast-track or translate',
  why: 'FastTrack and NAT rules do nothing for this traffic, and the chip offloads none of its connections.',
  remedy: 'Track the traffic again, or remove the rules that rely on connections.',

  check({ config, network }) {
    const firewall = firewallOf(network, 4);
    const [rule] = fasttrackRules(network, 4);
    const wanting = rule ?? firewall.all('nat').find(({ action }) => action !== 'accept')?.item;
    if (!wanting) return [];
    const related = [[wanting, 'action', rule ? 'FastTrack is wanted here' : 'translates nothing of it']] as const;
    const setting = settingOf(config, '/ip/firewall/connection/tracking', 'enabled');
    if (setting?.value === 'no') {
      const fix = { set: 'enabled', to: 'auto', title: 'track connections' };
      return {
        subject: setting.item,
        what: 'FastTrack and NAT do nothing: connections are not tracked',
        primary: ['enabled', 'no connections'],
        related,
        fix,
      };
    }
    return firewall.all('raw').flatMap(({ item, action, undecided, impossible, match, ...names }) => {
      if (action !== 'notrack' || undecided.length > 0 || impossible) return [];
      // What is excluded by destination or service is excluded on purpose, for IPsec for example.
      const { source, ...service } = match;
      if (names.eitherPort || names.tcpFlags.length > 0 || Object.values(service).some((asked) => asked !== undefined))
        return [];
      const isWhole = (end: RoutedEnd) =>
        names.inInterface.every((each) => isNamed(each, end.name)) &&
        (!source || isEmpty(subtract(addressesBehind(network, end, 4), source)));
      if (!routedEnds(network, 4).some(isWhole)) return [];
      return {
        subject: item,
        what: 'all traffic of an interface is kept from FastTrack and NAT, because it is not tracked',
        primary: ['action', 'no connections'],
        related,
      };
    });
  },
});
