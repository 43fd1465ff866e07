// Ports that trust markings which no map translates.

import { enabledItemsOf, isYes, itemsOf, type MenuPath, propertyValue } from '../../model/config.ts';
import { effective, knowsProperty } from '../../model/menus.ts';
import { defineRule } from '../rule.ts';

const profiles: MenuPath = '/interface/ethernet/switch/qos/profile';
const kinds: readonly (readonly [property: string, menu: MenuPath, name: string])[] = [
  ['trust-l3', '/interface/ethernet/switch/qos/map/ip', 'DSCP'],
  ['trust-l2', '/interface/ethernet/switch/qos/map/vlan', 'priority'],
];

export const qosMapFallback = defineRule({
  id: 'ops/qos-map-fallback',
  cost: 'M',

  check({ config, network, target }) {
    if (!network.chips.some(({ item }) => item && isYes(propertyValue(item, 'qos-hw-offloading')))) return [];
    const isAutomatic =
      knowsProperty(profiles, 'automap', target.routeros) &&
      enabledItemsOf(config, profiles).some((item) => isYes(effective(item, 'automap').value));
    if (isAutomatic) return [];
    return kinds.flatMap(([property, menu, name]) => {
      if (enabledItemsOf(config, menu).length > 0) return [];
      return itemsOf(config, '/interface/ethernet/switch/qos/port').flatMap((item) => {
        const trust = propertyValue(item, property);
        if (trust !== 'trust' && trust !== 'keep') return [];
        return {
          subject: item,
          placement: 'hardware' as const,
          ...(trust === 'keep' && { cost: 'i' as const }),
          what: `every ${name} gets the default profile: no map translates it`,
          primary: [property, 'trusts a marking that no map knows'],
        };
      });
    });
  },
});
