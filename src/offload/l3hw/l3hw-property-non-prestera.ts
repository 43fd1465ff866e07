// L3HW settings in a configuration for a device whose chips cannot route.

import { type Item, isYes, itemsOf, type MenuPath, propertyValue } from '../../model/config.ts';
import { propertySpec } from '../../model/menus.ts';
import { knownNotToRoute, whyNoChipRoutes } from '../no-routing-chip.ts';
import { defineRule } from '../rule.ts';

export const l3hwPropertyNonPrestera = defineRule({
  id: 'l3hw/l3hw-property-non-prestera',
  cost: 'M',

  check({ config, network, target }) {
    if (network.offload) return [];
    const { isKnown, evidence } = knownNotToRoute(network);
    const setting = menus.flatMap((menu) => itemsOf(config, menu)).filter(isAsked);
    return setting.map((item) => ({
      subject: item,
      placement: isKnown ? 'cpu' : 'unknown',
      what: isKnown
        ? `${whyNoChipRoutes(target)}: these settings do nothing`
        : 'it is not documented whether a chip of this device routes: these settings may do nothing',
      primary: [flag, isKnown ? 'has no effect' : 'no chip of this device is known to route'],
      evidence,
    }));
  },
});

const flag = 'l3-hw-offloading';

/** A verbose export prints what every device has. */
function isAsked(item: Item): boolean {
  const value = propertyValue(item, flag);
  return value !== undefined && isYes(value) !== isYes(propertySpec(item.menu, flag)?.default ?? '');
}

const menus: readonly MenuPath[] = ['/interface/ethernet/switch', '/interface/ethernet/switch/port', '/interface/vlan'];
