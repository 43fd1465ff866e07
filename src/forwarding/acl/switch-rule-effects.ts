// What a switch rule does, how much it matches, and which earlier ones leave it nothing.

import { type Item, isYes, propertyValue } from '../../model/config.ts';
import { derivedOnce } from '../../source/grouping.ts';
import type { Network } from '../network/network.ts';
import { nearMatches } from '../packets/near-matches.ts';
import { dimensions, type IntervalSet, type PacketMatch, subtract } from '../packets/space.ts';
import {
  familyOf,
  framesOf,
  matchesIp,
  narrowsBy,
  type SwitchAction,
  type SwitchRule,
  switchActionOf,
  switchRules,
} from './acl.ts';
import { jointShadow } from './joint-shadow.ts';

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
  if (addresses.some((name) => narrowsBy(item, name))) return 'addresses';
  return familyOf(item) === undefined ? 'every-frame' : 'all-ip';
}

/** No chip holds more rules. */
export const rulesMax = 2048;

/** The earlier rules of the same chip that leave this one no packet, and do something else; empty = there are none. */
export function shadowsOf(network: Network, rule: SwitchRule): readonly SwitchRule[] {
  const wide = wideOf(network).get(rule.item) ?? [];
  return wide.filter((each) => effectOf(each.item) !== effectOf(rule.item));
}

/** Earlier rules of the same chip leave this one no packet. */
export function isShadowed(network: Network, item: Item): boolean {
  return wideOf(network).has(item);
}

/** One rule that takes all packets of another, or else several. */
const wideOf = derivedOnce((network: Network): ReadonlyMap<Item, readonly SwitchRule[]> => {
  const rules = switchRules(network).slice(0, rulesMax);
  const near = nearMatches(rules);
  const found = new Map<Item, readonly SwitchRule[]>();
  for (const [place, rule] of rules.entries()) {
    const seeing = near(rule.match)
      .flatMap((other) => (other < place ? (rules[other] ?? []) : []))
      .filter((each) => each.chip === rule.chip && includesFrames(each, rule));
    const ports = [...(rule.ports ?? [undefined])];
    const isWide = (each: SwitchRule) =>
      ports.every((port) => seesPort(network, each, port)) && includesMatch(each.match, rule.match);
    const wide = seeing.find(isWide);
    const taking = wide ? [wide] : jointShadow(rule, seeing, (each, port) => seesPort(network, each, port));
    if (taking.length > 0) found.set(rule.item, taking);
  }
  return found;
});

/** A rule of all ports has no port that another can name. */
function seesPort({ bonds }: Network, { ports }: SwitchRule, port: string | undefined): boolean {
  if (!ports) return true;
  return port !== undefined && (ports.has(port) || [...ports].some((name) => bonds.get(name)?.slaves.includes(port)));
}

function includesFrames(wide: SwitchRule, narrow: SwitchRule): boolean {
  if (wide.undecided.length > 0) return false;
  if (wide.vlanId !== undefined && wide.vlanId !== narrow.vlanId) return false;
  if (wide.vlanHeader !== undefined && wide.vlanHeader !== narrow.vlanHeader) return false;
  const [wideFrames, narrowFrames] = [wide, narrow].map(({ item }) => familyOf(item) ?? framesOf(item));
  return wideFrames === undefined || wideFrames === narrowFrames;
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
