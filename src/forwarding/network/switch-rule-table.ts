// The rules that RouterOS adds to the table of a switch chip by itself.

import { enabledItemsOf, isYes, propertyValue } from '../../model/config.ts';
import type { Switch } from '../../profile/target.ts';
import { derivedPer } from '../../source/grouping.ts';
import type { Network } from './network.ts';

/** What bridges add rules for, by property, in words. */
export const bridgeConsumers = {
  'dhcp-snooping': 'DHCP snooping',
  'igmp-snooping': 'IGMP snooping',
  'ra-guard': 'RA guard',
  'dhcpv6-snooping': 'DHCPv6 snooping',
  'arp-inspection': 'ARP inspection',
  'ip-source-guard': 'IP source guard',
} as const;

/**
 * What adds rules by itself, for people (`DHCP snooping`) and as the property that switches it on, with the entries that
 * are certain to exist: their number is known only where a fact gives it.
 */
export const dynamicRules = derivedPer((network: Network, chip: Switch) => {
  const bridges = [...network.bridges.values()].filter(({ switches }) => switches.includes(chip));
  const ofBridges = bridges.flatMap(({ item }) =>
    Object.entries(bridgeConsumers).flatMap(([property, name]) =>
      isYes(propertyValue(item, property)) ? [{ name, item, property }] : [],
    ),
  );
  const ofPorts = enabledItemsOf(network.config, '/interface/dot1x/server').map((item) => {
    return { name: '802.1X', item, property: 'interface' } as const;
  });
  const snooping = ofBridges.filter(({ property }) => property === 'dhcp-snooping').length;
  const count = snooping * (chip.fact('l2.dhcp-snooping-dynamic-rules')?.value ?? 0);
  return { count, sources: [...ofBridges, ...ofPorts] };
});
