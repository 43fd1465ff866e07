// Switch rules (`/interface/ethernet/switch/rule`): which are installed where, how many RouterOS adds by itself, what
// one does, and what it can match.

import { matchesIp, type SwitchAction, switchActionOf, switchRules } from '../forwarding/acl.ts';
import type { Network } from '../forwarding/network.ts';
import { enabledItemsOf, type Item, isYes, listValues, propertyValue } from '../model/config.ts';
import { parsePrefix } from '../model/prefix.ts';
import type { Switch } from '../profile/target.ts';

/** Enabled rules of one chip, in the order in which it tries them. */
export function installedRules(network: Network, { name }: Switch): readonly Item[] {
  return switchRules(network)
    .filter(({ chip }) => chip === name)
    .map(({ item }) => item);
}

/** No chip holds more rules, so rules beyond are not installed anyway. */
export const rulesMax = 2048;

/** Rules of the chip that routes, as far as any chip takes them; empty on a device without one. */
export function rulesOfRoutingChip(network: Network): readonly Item[] {
  return network.offload ? installedRules(network, network.offload.switch).slice(0, rulesMax) : [];
}

export interface DynamicRules {
  /** Entries that are certain to exist. */
  readonly count: number;
  /** What adds them, for people: `DHCP snooping`. */
  readonly sources: readonly { readonly name: string; readonly item: Item; readonly count: number | undefined }[];
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
  const sources: { name: string; item: Item; count: number | undefined }[] = [];
  for (const bridge of network.bridges.values()) {
    if (!bridge.switches.includes(chip)) continue;
    for (const [property, name] of bridgeConsumers) {
      if (!isYes(propertyValue(bridge.item, property))) continue;
      const count = property === 'dhcp-snooping' ? chip.fact('l2.dhcp-snooping-dynamic-rules')?.value : undefined;
      sources.push({ name, item: bridge.item, count });
    }
  }
  for (const item of enabledItemsOf(network.config, '/interface/dot1x/server')) {
    sources.push({ name: '802.1X', item, count: undefined });
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
const services = ['protocol', 'src-port', 'dst-port'];

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
