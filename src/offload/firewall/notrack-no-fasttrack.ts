// Traffic that is not tracked: no FastTrack, no NAT, no connection offload for it.

import { hasFastpath } from '../../forwarding/firewall/cpu-path.ts';
import { fasttrackRules } from '../../forwarding/firewall/fasttrack-rules.ts';
import { type FirewallRule, firewallOf, isNamed } from '../../forwarding/firewall/firewall.ts';
import { addressesBehind, routedEnds } from '../../forwarding/legs/ends.ts';
import type { Network } from '../../forwarding/network/network.ts';
import { allAddresses, intersect, isEmpty, subtract } from '../../forwarding/packets/space.ts';
import { isTranslating } from '../../forwarding/paths/translating-ends.ts';
import { internetSpace } from '../../forwarding/routing/endpoints.ts';
import { type Config, settingOf } from '../../model/config.ts';
import { families } from '../../model/prefix.ts';
import { firstOfEach } from '../../source/grouping.ts';
import { defineRule, type WrittenFinding } from '../rule.ts';

export const notrackNoFasttrack = defineRule({
  id: 'firewall/notrack-no-fasttrack',
  cost: 'M',

  check: ({ config, network }) =>
    firstOfEach(
      families.flatMap((family) => untracked(config, network, family)),
      ({ subject }) => subject,
    ),
});

function untracked(config: Config, network: Network, family: 4 | 6): readonly WrittenFinding[] {
  const firewall = firewallOf(network, family);
  const [rule] = hasFastpath(network, family) ? fasttrackRules(network, family) : [];
  const wanting = rule ?? firewall.all('nat').find(({ action }) => action !== 'accept')?.item;
  if (!wanting) return [];
  const related = [[wanting, 'action', rule ? 'FastTrack is wanted here' : 'translates nothing of it']] as const;
  const setting = settingOf(config, '/ip/firewall/connection/tracking', 'enabled');
  if (setting?.value === 'no') {
    const what = 'FastTrack and NAT do nothing: connections are not tracked';
    const fix = { set: 'enabled', to: 'auto', title: 'track connections' };
    return [{ subject: setting.item, what, primary: ['enabled', 'no connections'], related, fix }];
  }
  return firewall.all('raw').flatMap((raw) => {
    const what = whatIsLost(network, raw, family);
    return what === undefined ? [] : [{ subject: raw.item, what, primary: ['action', 'no connections'], related }];
  });
}

/** What is excluded by destination or service is excluded on purpose, for IPsec for example. */
function whatIsLost(network: Network, rule: FirewallRule, family: 4 | 6): string | undefined {
  const { source = allAddresses(family), ...service } = rule.match;
  const isOfService = rule.eitherPort || rule.tcpFlags.length > 0 || Object.values(service).some((asked) => asked);
  if (rule.action !== 'notrack' || rule.undecided.length > 0 || rule.impossible || isOfService) return undefined;
  const ends = routedEnds(network, family);
  const from = ends.filter(({ name }) => rule.inInterface.every((each) => isNamed(each, name)));
  if (from.some((end) => isEmpty(subtract(addressesBehind(network, end, family), source)))) {
    return 'all traffic of an interface is kept from FastTrack and NAT, because it is not tracked';
  }
  const isSent = from.some((end) => {
    const owned = subtract(intersect(source, addressesBehind(network, end, family)), internetSpace[family]);
    return !isEmpty(owned) && ends.some((other) => other !== end && isTranslating(network, other, family, owned));
  });
  return isSent ? 'private addresses leave as they are: NAT translates nothing that is not tracked' : undefined;
}
