// L3HW settings in a configuration for a device whose chips cannot route.

import { itemsOf, type MenuPath } from '../../model/config.ts';
import { defineRule } from '../rule.ts';

export const l3hwPropertyNonPrestera = defineRule({
  id: 'l3hw/l3hw-property-non-prestera',
  cost: 'M',
  datapath: 'l3-routing',
  facts: ['l3.offload'],
  summary: 'L3HW settings mean something only on devices whose switch chip routes',
  why: 'This device cannot do what the setting asks for: it has no effect, or the import of the file stops there.',
  remedy: 'Remove the setting, or use a device whose chip routes.',

  check({ config, network }) {
    if (network.offload) return [];
    const facts = network.chips.map((chip) => chip.switch.fact('l3.offload'));
    const isKnown = facts.every((fact) => fact !== undefined);
    return menus.flatMap((menu) =>
      itemsOf(config, menu).flatMap((item) =>
        item.properties.has('l3-hw-offloading')
          ? {
              subject: item,
              placement: isKnown ? ('cpu' as const) : ('unknown' as const),
              what: isKnown
                ? 'the device has no L3 hardware offloading: these settings do nothing'
                : 'it is not documented whether a chip of this device routes: these settings may do nothing',
              primary: ['l3-hw-offloading', 'no chip of this device routes'],
              evidence: facts.flatMap((fact) => (fact ? [fact.says('the chip does not route')] : [])),
            }
          : [],
      ),
    );
  },
});

const menus: readonly MenuPath[] = ['/interface/ethernet/switch', '/interface/ethernet/switch/port', '/interface/vlan'];
