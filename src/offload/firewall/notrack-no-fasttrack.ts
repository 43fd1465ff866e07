// Traffic that is not tracked: no FastTrack, no NAT, no connection offload for it.

import { hasFastpath } from '../../forwarding/firewall/cpu-path.ts';
import { fasttrackRules } from '../../forwarding/firewall/fasttrack-rules.ts';
import { type FirewallRule, firewallOf, isNamed } from '../../forwarding/firewall/firewall.ts';
import { addressesBehind, routedEnds } from '../../forwarding/legs/ends.ts';
import type { Network } from '../../forwarding/network/network.ts';
import { allAddresses, intersect, isEmpty, subtract } from '../../forwarding/packets/space.ts';
import { isTranslating } from '../../forwarding/paths/forwarded.ts';
import { internetSpace } from '../../forwarding/routing/endpoints.ts';
import { settingOf } from '../../model/config.ts';
import { families } from '../../model/prefix.ts';
import { defineRule } from '../rule.ts';

export const notrackNoFasttrack = defineRule({
  id: 'firewall/notrack-no-fasttrack',
  cost: 'M',
  summary: 'Packets that are not tracked have no connection to fast-track or translate',
  why: 'FastTrack and NAT rules do nothing for this traffic, and the chip offloads none of its connections.',
  remedy: 'Track the traffic again, or remove the rules that rely on connections.',

  check({ config, network }) {
    const wanting = families.flatMap((family) => wantingIn(network, family) ?? []);
    const setting = settingOf(config, '/ip/firewall/connection/tracking', 'enabled');
    if (setting?.value !== 'no') return wanting.flatMap((wanted) => untracked(network, wanted));
    const fix = { set: 'enabled', to: 'auto', title: 'track connections' } as const;
    return wanting.slice(0, 1).map(({ related }) => ({
      subject: setting.item,
      what: 'FastTrack and NAT do nothing: connections are not tracked',
      primary: ['enabled', 'no connections'],
      related,
      fix,
    }));
  },
});

/** The first rule of a family that needs connections. */
function wantingIn(network: Network, family: 4 | 6) {
  const [rule] = hasFastpath(network, family) ? fasttrackRules(network, family) : [];
  const nat = firewallOf(network, family).all('nat');
  const wanting = rule ?? nat.find(({ action }) => action !== 'accept')?.item;
  if (!wanting) return undefined;
  const related = [[wanting, 'action', rule ? 'FastTrack is wanted here' : 'translates nothing of it']] as const;
  return { family, related };
}

function untracked(network: Network, { family, related }: NonNullable<ReturnType<typeof wantingIn>>) {
  return firewallOf(network, family)
    .all('raw')
    .flatMap((rule) => {
      const what = whatIsLost(network, rule, family);
      return what ? [{ subject: rule.item, what, primary: ['action', 'no connections'], related } as const] : [];
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
