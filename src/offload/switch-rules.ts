// Switch rules (`/interface/ethernet/switch/rule`): which are installed where, how many RouterOS adds by itself, what
// one does, what it can match and where it meets routed traffic, and whether it leaves later ones anything.

import {
  badPortsOf,
  familyOf,
  filteringChip,
  matchesIp,
  type SwitchAction,
  type SwitchRule,
  switchActionOf,
  switchRules,
} from '../forwarding/acl.ts';
import { type RoutedEnd, routedEnds } from '../forwarding/ends.ts';
import type { Network } from '../forwarding/network.ts';
import { type IntervalSet, type PacketMatch, subtract } from '../forwarding/space.ts';
import { enabledItemsOf, type Item, isYes, listValues, propertyValue } from '../model/config.ts';
import { parsePrefix } from '../model/prefix.ts';
import type { Switch } from '../profile/target.ts';

/** Enabled rules of one chip, in the order in which it tries them. */
export function installedRules(network: Network, chip: Switch): readonly Item[] {
  return rulesOn(network, chip).map(({ item }) => item);
}

function rulesOn(network: Network, { name }: Switch): readonly SwitchRule[] {
  return switchRules(network).filter(({ chip }) => chip === name);
}

/** No chip holds more rules, so rules beyond are not installed anyway. */
export const rulesMax = 2048;

/** Rules of the chip that routes, as far as any chip takes them; empty on a device without one. */
export function rulesOfRoutingChip(network: Network): readonly Item[] {
  return routingChipRules(network).map(({ item }) => item);
}

/** The same as the engine has read them. */
export function routingChipRules(network: Network): readonly SwitchRule[] {
  return network.offload ? rulesOn(network, network.offload.switch).slice(0, rulesMax) : [];
}

/** Those of them that move packets to a VRF. */
export function rulesToVrfs(network: Network): readonly Item[] {
  return rulesOfRoutingChip(network).filter((item) => (propertyValue(item, 'new-vrf') ?? 'main') !== 'main');
}

/** Rules that list names which they do not work for, or may not. */
export function rulesWithBadPorts(network: Network) {
  return network.chips.flatMap(({ switch: chip }) =>
    rulesOn(network, chip).flatMap((rule) => {
      const bad = badPortsOf(network, rule);
      return bad.length > 0 ? [{ item: rule.item, chip, bad, isRouting: chip === network.offload?.switch }] : [];
    }),
  );
}

/** Rules of each chip, in their order. */
export function rulesOfChips(network: Network): readonly { readonly item: Item; readonly chip: Switch }[] {
  return network.chips.flatMap(({ switch: chip }) => installedRules(network, chip).map((item) => ({ item, chip })));
}

export interface DynamicRules {
  /** Entries that are certain to exist. */
  readonly count: number;
  /** What adds them, for people: `DHCP snooping`. */
  readonly sources: readonly RuleSource[];
}

interface RuleSource {
  readonly name: string;
  readonly item: Item;
  /** The property that switches it on. */
  readonly property: string;
  readonly count: number | undefined;
}

const bridgeConsumers = [
  ['dhcp-snooping', 'DHCP snooping'],
  ['igmp-snooping', 'IGMP snooping'],
  ['ra-guard', 'RA guard'],
  ['dhcpv6-snooping', 'DHCPv6 snooping'],
  ['arp-inspection', 'ARP inspection'],
  ['ip-source-guard', 'IP source guard'],
] as const;

/** Rules that features add by themselves; the number is known only where a fact gives it. */
export function dynamicRuleCount(network: Network, chip: Switch): DynamicRules {
  const sources: RuleSource[] = [];
  for (const bridge of network.bridges.values()) {
    if (!bridge.switches.includes(chip)) continue;
    for (const [property, name] of bridgeConsumers) {
      if (!isYes(propertyValue(bridge.item, property))) continue;
      const count = property === 'dhcp-snooping' ? chip.fact('l2.dhcp-snooping-dynamic-rules')?.value : undefined;
      sources.push({ name, item: bridge.item, property, count });
    }
  }
  for (const item of enabledItemsOf(network.config, '/interface/dot1x/server')) {
    sources.push({ name: '802.1X', item, property: 'interface', count: undefined });
  }
  return { count: sources.reduce((sum, { count }) => sum + (count ?? 0), 0), sources };
}

/** What a rule does with a packet that matches, and with one that it permits. */
export type RuleEffect = SwitchAction['kind'] | 'copy' | 'change';

const changes = ['rate', 'new-vlan-id', 'new-vlan-priority', 'new-qos-profile', 'mirror-ports', 'keep-qos-fields'];

export function effectOf(item: Item): RuleEffect {
  const action = switchActionOf(item);
  if (action.kind !== 'permit' && !(action.kind === 'new-vrf' && action.vrf === 'main')) return action.kind;
  if (isYes(propertyValue(item, 'copy-to-cpu')) || isYes(propertyValue(item, 'mirror'))) return 'copy';
  return changes.some((name) => item.properties.has(name)) ? 'change' : 'permit';
}

/** Where the rule sends packets; empty = nowhere. Undefined when it leaves the destination alone, as `all` does too. */
export function targetPorts(item: Item): readonly string[] | undefined {
  const action = switchActionOf(item);
  return action.kind === 'to-port' ? action.ports : action.kind === 'drop' ? [] : undefined;
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

/** The property that best shows what the rule does. */
export function tellingProperty(item: Item): string | undefined {
  return ['new-dst-ports', 'redirect-to-cpu', 'copy-to-cpu', 'new-vrf', 'dst-address', 'dst-address6', 'ports'].find(
    (name) => item.properties.has(name),
  );
}

/** Front ports at which a rule looks, by name; a bond counts as its slaves. Undefined = all. */
export function ingressPorts(network: Network, item: Item): ReadonlySet<string> | undefined {
  const ports = listValues(propertyValue(item, 'ports'));
  if (ports.length === 0) return undefined;
  return new Set(ports.flatMap((name) => network.bonds.get(name)?.slaves ?? [name]));
}

const vlanProperties = ['vlan-id', 'vlan-header', 'vlan-priority', 'new-vlan-id', 'new-vlan-priority'];

/** The VLAN matcher or action of a rule that has no effect, and a port because of which; undefined = none. */
export function inertMatch(
  network: Network,
  item: Item,
): { readonly property: string; readonly port: string } | undefined {
  const property = vlanProperties.find((name) => item.properties.has(name));
  const port = property === undefined ? undefined : firstInertPort(network, item);
  return property === undefined || port === undefined ? undefined : { property, port };
}

/** A port of the rule without VLAN filtering in hardware; empty text when the rule names none and no bridge filters. */
function firstInertPort(network: Network, item: Item): string | undefined {
  const chip = network.offload?.switch;
  const ports = listValues(propertyValue(item, 'ports'));
  if (ports.length > 0) return ports.find((name) => filteringChip(network, name) === undefined);
  return [...network.bridges.values()].some((bridge) => bridge.vlanFiltering && chip && bridge.switches.includes(chip))
    ? undefined
    : '';
}

/** Routed ends whose packets enter at the ports and in the VLAN of the rule. */
export function endsSeenBy(network: Network, rule: Item, family: 4 | 6): readonly RoutedEnd[] {
  const ports = ingressPorts(network, rule);
  const vlan = propertyValue(rule, 'vlan-id');
  const vid = vlan === undefined ? undefined : Number(vlan);
  return routedEnds(network, family).filter(({ name, interface: owner }) => {
    const isInVlan = vid === undefined || network.vlanInterfaces.get(name)?.vid === vid;
    const isAtPort = ports === undefined || owner.ports.some((port) => ports.has(port));
    return isInVlan && isAtPort;
  });
}

/** An earlier rule of the same chip that leaves this one no packet. */
export function isShadowed(network: Network, item: Item): boolean {
  const rules = switchRules(network);
  const index = rules.findIndex((rule) => rule.item === item);
  const rule = rules[index];
  return (
    rule !== undefined && rules.slice(0, index).some((each) => each.chip === rule.chip && includes(network, each, rule))
  );
}

export function includes(network: Network, wide: SwitchRule, narrow: SwitchRule): boolean {
  if (!includesPorts(network, wide, narrow) || wide.undecided.length > 0) return false;
  if (wide.vlanId !== undefined && wide.vlanId !== narrow.vlanId) return false;
  if (wide.vlanHeader !== undefined && wide.vlanHeader !== narrow.vlanHeader) return false;
  const [wideFrames, narrowFrames] = [wide, narrow].map(
    ({ item }) => familyOf(item) ?? propertyValue(item, 'mac-protocol'),
  );
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
  return (['source', 'destination', 'sourcePort', 'destinationPort'] as const).every((side) =>
    includesSet(wide[side], narrow[side]),
  );
}

function includesSet(wide: IntervalSet | undefined, narrow: IntervalSet | undefined): boolean {
  return wide === undefined || (narrow !== undefined && subtract(narrow, wide).length === 0);
}
