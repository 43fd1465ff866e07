// What IP FastPath is worth to a config: whether anything that the CPU forwards could use it at all.

import {
  firewallItems as allFirewallItems,
  fastpathStops,
  fasttrackStops,
  hasFastpath,
  receivesFast,
  type Stop,
} from '../forwarding/firewall/cpu-path.ts';
import { fasttrackRules } from '../forwarding/firewall/fasttrack-rules.ts';
import { actionOf, isLocal } from '../forwarding/firewall/firewall.ts';
import { isForwardingOff } from '../forwarding/legs/device-reasons.ts';
import { type RoutedEnd, routedEnds, routesInHardware } from '../forwarding/legs/ends.ts';
import { isInHardware } from '../forwarding/legs/leg.ts';
import type { Network } from '../forwarding/network/network.ts';
import { type Item, isDynamic } from '../model/config.ts';
import { derivedPer } from '../source/grouping.ts';
import type { Cost, RuleId, WrittenFinding } from './rule.ts';

export type FastpathBenefit =
  /** Nothing is forwarded between two interfaces. */
  | 'none'
  /** The switch chip forwards what matters. */
  | 'hardware'
  /** FastTrack forwards what matters, whatever stands against FastPath. */
  | 'fasttrack'
  /** Connections are tracked for NAT or a firewall, or packets have one interface to start from: no FastPath anyway. */
  | 'policy'
  /** Forwarding is as fast as FastPath lets it be. */
  | 'fastpath';

/** To one family, or to IPv6 where IPv4 is not forwarded. */
export const fastpathBenefit = derivedPer((network: Network, family?: 4 | 6): FastpathBenefit => {
  if (!family) return fastpathBenefit(network, forwards(network, 4) ? 4 : 6);
  if (!forwards(network, family)) return 'none';
  const isByChip = routesInHardware(network, family);
  const isFasttracked = fasttrackRules(network, family).length > 0;
  if (isFasttracked && !(isByChip && isSideline(network, family))) return 'fasttrack';
  if (isByChip) return 'hardware';
  const starts = routedEnds(network, family).filter(({ name }) => receivesFast(network, name) !== false);
  return hasPolicy(network, family) || starts.length < 2 ? 'policy' : 'fastpath';
});

/** The chip routes what matters, and the CPU no way to the Internet; or there is one network alone. */
export function isSideline(network: Network, family: 4 | 6): boolean {
  const ends = routedEnds(network, family);
  const isWayOut = (end: RoutedEnd) =>
    end.prefixes.some(({ length }) => length === 0) &&
    ends.some((other) => other !== end && other.interface.vrf === end.interface.vrf);
  return ends.length < 2 || (routesInHardware(network) && ends.every((end) => isInHardware(end.leg) || !isWayOut(end)));
}

/** Some packets could use it that the CPU forwards. */
export function forwardsByCpu(network: Network): boolean {
  return !['none', 'hardware'].includes(fastpathBenefit(network));
}

/** What is found for IPv4, or else for IPv6: what holds for both is said once. */
export function ofEitherFamily<T>(find: (family: 4 | 6) => readonly T[]): readonly T[] {
  const found = find(4);
  return found.length > 0 ? found : find(6);
}

/** The rules of a firewall that packets forwarded by the CPU meet, the one that stands for all of them first. */
export function firewallOnTheWay(network: Network, family: 4 | 6) {
  const benefit = fastpathBenefit(network, family);
  const rules = benefit === 'none' || !hasFastpath(network, family) ? [] : firewallItems(network, family);
  const [fasttrack] = benefit === 'fasttrack' ? fasttrackRules(network, family) : [];
  // Where the chip routes IPv4, what costs IPv6 is that it is on the CPU.
  const cost = routesInHardware(network) ? 'i' : fastpathCost(benefit);
  return { cost, rules, fasttrack, first: fasttrack ?? rules[0] };
}

/** What stands against FastPath costs little where something else forwards, or where it was never to be had. */
export function fastpathCost(benefit: FastpathBenefit): Cost {
  return benefit === 'fastpath' ? 'H' : 'i';
}

export type StopWords = Pick<WrittenFinding, 'what' | 'primary'> & Partial<Pick<WrittenFinding, 'fix' | 'cost'>>;

/** Everything that stops a fast path of a family for one reason. */
export function explainStops(
  network: Network,
  code: RuleId,
  wordsFor: (stop: Stop, benefit: FastpathBenefit) => StopWords,
  family: 4 | 6,
): readonly WrittenFinding[] {
  const benefit = fastpathBenefit(network, family);
  if (benefit === 'none' || !hasFastpath(network, family)) return [];
  return [...fasttrackStops(network, family), ...fastpathStops(network, family)]
    .filter(({ reason }) => reason.cause.code === code)
    .map((stop) => ({
      subject: stop.item,
      cost: fastpathCost(benefit),
      ...wordsFor(stop, benefit),
    }));
}

function forwards(network: Network, family: 4 | 6): boolean {
  // Between VRFs nothing is forwarded: one for management alone makes no router of a switch.
  const vrfs = routedEnds(network, family).map((end) => end.interface.vrf);
  return !isForwardingOff(network.config, family) && new Set(vrfs).size < vrfs.length;
}

/** Rules that somebody wrote. */
export function firewallItems({ config }: Network, family: 4 | 6): readonly Item[] {
  return allFirewallItems(config, family).filter((item) => !isDynamic(item));
}

const harmless: ReadonlySet<string> = new Set(['passthrough', 'log', 'accept']);

/** NAT, or rules that decide about forwarded packets: such a router tracks connections because it has to. */
function hasPolicy(network: Network, family: 4 | 6): boolean {
  return firewallItems(network, family).some(
    (item) =>
      item.menu.endsWith('/nat') || (!item.menu.endsWith('/raw') && !isLocal(item) && !harmless.has(actionOf(item))),
  );
}
