// Properties of offloading in a configuration for a device that does not have them.

import { itemsOf, type MenuPath } from '../../model/config.ts';
import { isAtLeastVersion } from '../../model/version.ts';
import { knownNotToRoute } from '../no-routing-chip.ts';
import { defineRule } from '../rule.ts';

/** From here on only devices with a routing chip know the properties. */
const goneSince = '7.21';

const properties: readonly (readonly [MenuPath, string])[] = [
  ['/ip/firewall/filter', 'hw-offload'],
  ['/ip/route', 'suppress-hw-offload'],
  ['/ipv6/route', 'suppress-hw-offload'],
];

export const hwOffloadAttrNonPrestera = defineRule({
  id: 'firewall/hw-offload-attr-non-prestera',
  cost: 'M',

  check({ config, network, target }) {
    if (network.offload || !isAtLeastVersion(target.routeros, goneSince)) return [];
    const { isKnown } = knownNotToRoute(network);
    return properties.flatMap(([menu, property]) => {
      const items = itemsOf(config, menu).filter((item) => item.properties.has(property));
      return items.map((item) => ({
        subject: item,
        placement: isKnown ? ('unavailable' as const) : ('unknown' as const),
        what: isKnown
          ? 'the import stops: this device does not know properties of offloading in this RouterOS version'
          : 'it is not documented whether this device knows properties of offloading',
        primary: [property, 'not known here'] as const,
        fix: `remove \`${property}\``,
      }));
    });
  },
});
