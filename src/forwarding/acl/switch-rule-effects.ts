// What a switch rule does, how much it matches, and which earlier one leaves it nothing.

import { type Item, isYes, propertyValue } from '../../model/config.ts';
import { parsePrefix } from '../../model/prefix.ts';
import { derivedOnce } from '../../source/grouping.ts';
import type { Network } from '../network/network.ts';
import { nearMatches } from '../packets/near-matches.ts';
import { dimensions, type IntervalSet, type PacketMatch, subtract } from '../packets/space.ts';
import {
  familyOf,
  framesOf,
  matchesIp,
  type SwitchAction,
  type SwitchRule,
  switchActionOf,
  switchRules,
} from './acl.ts';

/** What a rule does with a packet that matches, and with one that it permits. */
export type RuleEffect = SwitchAction['kind'] | 'copy' | 'change';

const changes = ['rate', 'new-vlan-id', 'new-vlan-priority', 'new-qos-profile', 'mirror-ports', 'keep-qos-fields'];

export function effectOf(item: Item): RuleEffect {
  const action = switchActionOf(item);
  if (action.kind !== 'permit' && !(action.kind === 'new-vrf' && action.vrf === 'main')) return action.kind;
  if (isYes(propertyValue(item, 'copy-to-cpu')) || isYes(propertyValue(item, 'mirror'))) return 'copy';
  return changes.some((name) => item.properties.has(name)) ? 'change' : 'permit';
}

const addresses = ['src-address', 'dst-address', 'src-address6', 'dst-address6', 'src-mac-address', 'dst-mac-address'];
const services = ['protocol', 'src-port', 'dst-port', 'dscp', 'traffic-class', 'flow-label', 'vlan-priority'];

/**
 * How much a rule matches: a service (one protocol or port), addresses, all IP packets of ports or VLANs, or every
 * frame, ARP and link protocols included.
 */
export type RuleBreadth = 'service' | 'addresses' | 'all-ip' | 'every-frame';

export function breadthOf(item: Item): RuleBreadth {
  if (services.some((name) => item.properties.has(name))) return 'service';
  if (!matchesIp(item)) return 'service';
  const asked = addresses.flatMap((name) => propertyValue(item, name) ?? []);
  if (asked.some((text) => parsePrefix(text)?.length !== 0)) return 'addresses';
  return asked.length === 0 && propertyValue(item, 'mac-protocol') === undefined ? 'every-frame' : 'all-ip';
}

/** No chip holds more rules. */
export const rulesMax = 2048;

/** The earlier rule of the same chip that leaves this one no packet, and does something else; undefined = none. */
export function shadowOf(network: Network, rule: SwitchRule): SwitchRule | undefined {
  const wide = wideOf(network).get(rule.item);
  return wide && effectOf(wide.item) !== effectOf(rule.item) ? wide : undefined;
}

/** An earlier rule of the same chip leaves this one no packet. */
export function isShadowed(network: Network, item: Item): boolean {
  return wideOf(network).has(item);
}

const wideOf = derivedOnce((network: Network): ReadonlyMap<Item, SwitchRule> => {
  const rules = switchRules(network).slice(0, rulesMax);
  const near = nearMatches(rules);
  const found = new Map<Item, SwitchRule>();
  for (const [place, rule] of rules.entries()) {
    const earlier = near(rule.match).flatMap((other) => (other < place ? (rules[other] ?? []) : []));
    const wide = earlier.find((each) => each.chip === rule.chip && includes(network, each, rule));
    if (wide) found.set(rule.item, wide);
  }
  return found;
});

function includes(network: Network, wide: SwitchRule, narrow: SwitchRule): boolean {
  if (!includesPorts(network, wide, narrow) || wide.undecided.length > 0) return false;
  if (wide.vlanId !== undefined && wide.vlanId !== narrow.vlanId) return false;
  if (wide.vlanHeader !== undefined && wide.vlanHeader !== narrow.vlanHeader) return false;
  const [wideFrames, narrowFrames] = [wide, narrow].map(({ item }) => familyOf(item) ?? framesOf(item));
  if (wideFrames !== undefined && wideFrames !== narrowFrames) return false;
  return includesMatch(wide.match, narrow.match);
}

function includesPorts(network: Network, wide: SwitchRule, narrow: SwitchRule): boolean {
  if (wide.ports === undefined) return true;
  const slaves = [...wide.ports].flatMap((name) => network.bonds.get(name)?.slaves ?? []);
  return (
    narrow.ports !== undefined && [...narrow.ports].every((name) => wide.ports?.has(name) || slaves.includes(name))
  );
}

function includesMatch(wide: PacketMatch, narrow: PacketMatch): boolean {
  if (wide.family !== undefined && wide.family !== narrow.family) return false;
  const { protocols } = wide;
  if (protocols && !(narrow.protocols && [...narrow.protocols].every((name) => protocols.has(name)))) return false;
  return dimensions.every((side) => includesSet(wide[side], narrow[side]));
}

function includesSet(wide: IntervalSet | undefined, narrow: IntervalSet | undefined): boolean {
  return wide === undefined || (narrow !== undefined && subtract(narrow, wide).length === 0);
}
