// Switch rules (`/interface/ethernet/switch/rule`): which are installed where, and how many RouterOS adds by itself.

import type { Network } from '../forwarding/network.ts';
import { enabledItemsOf, type Item, isYes, listValues, propertyValue } from '../model/config.ts';
import type { Switch } from '../profile/target.ts';

/** Enabled rules of one chip, in the order in which it tries them. A rule without `switch` belongs to the first chip. */
export function installedRules(network: Network, chip: Switch): readonly Item[] {
  const isFirst = network.chips[0]?.switch === chip;
  return enabledItemsOf(network.config, '/interface/ethernet/switch/rule').filter((item) => {
    const name = propertyValue(item, 'switch');
    return name === undefined ? isFirst : name === chip.name;
  });
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

/** What a rule does with a packet that matches. */
export type RuleEffect = 'drop' | 'redirect-to-cpu' | 'redirect-to-port' | 'new-vrf' | 'permit' | 'copy' | 'change';

export function effectOf(item: Item): RuleEffect {
  if (isYes(propertyValue(item, 'redirect-to-cpu'))) return 'redirect-to-cpu';
  const ports = propertyValue(item, 'new-dst-ports');
  if (ports !== undefined) return listValues(ports).length === 0 ? 'drop' : 'redirect-to-port';
  if ((propertyValue(item, 'new-vrf') ?? 'main') !== 'main') return 'new-vrf';
  if (isYes(propertyValue(item, 'copy-to-cpu')) || isYes(propertyValue(item, 'mirror'))) return 'copy';
  const changes = ['rate', 'new-vlan-id', 'new-vlan-priority', 'new-qos-profile', 'mirror-ports', 'keep-qos-fields'];
  return changes.some((name) => item.properties.has(name)) ? 'change' : 'permit';
}
