// Ports that trust markings which no map translates.

import { enabledItemsOf, type Item, isYes, itemsOf, type MenuPath, propertyValue } from '../../model/config.ts';
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
      const filled = new Set(enabledItemsOf(config, menu).map(mapOf));
      return itemsOf(config, '/interface/ethernet/switch/qos/port').flatMap((item) => {
        if (filled.has(mapOf(item))) return [];
        const trust = propertyValue(item, property);
        if (trust !== 'trust' && trust !== 'keep') return [];
        return {
          subject: item,
          placement: 'hardware' as const,
          ...(trust === 'keep' && { cost: 'i' as const }),
          what: `every ${name} gets the default profile: the map of the port has none`,
          primary: [property, 'trusts a marking that its map does not know'],
        };
      });
    });
  },
});

/** The table that a row is in, or that a port looks its markings up in. */
function mapOf(item: Item): string {
  return propertyValue(item, 'map') ?? 'default';
}
