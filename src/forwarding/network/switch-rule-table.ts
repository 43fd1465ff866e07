// The rules that RouterOS adds to the table of a switch chip by itself.

import { enabledItemsOf, type Item, isYes, propertyValue } from '../../model/config.ts';
import type { Switch } from '../../profile/target.ts';
import { derivedPer } from '../../source/grouping.ts';
import type { Network } from './network.ts';

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
export const dynamicRuleCount = derivedPer((network: Network, chip: Switch): DynamicRules => {
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
});
