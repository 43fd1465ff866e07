// The per-VLAN flag on a RouterOS version that does not have it.

import { aboutEach, defineRule, restingOn, vlans } from '../rule.ts';

export const l3hwVlanFlagTooOld = defineRule({
  id: 'l3hw/l3hw-vlan-flag-too-old',
  cost: 'M',

  check: aboutEach(vlans, ({ item }, { network }) => {
    const chip = network.offload?.switch; // Devices without a routing chip are `l3hw-property-non-prestera`.
    const fact = chip?.fact('l3.vlan-flag');
    if (!chip || fact?.value === true || !item.properties.has('l3-hw-offloading')) return [];
    return restingOn(fact, 'whether this RouterOS version has the per-VLAN flag', {
      placement: 'unpredictable',
      what: 'VLANs are meant to be off hardware routing, but this RouterOS version has no such flag',
      primary: ['l3-hw-offloading', 'not known to this version'],
      says: 'VLAN interfaces have no L3HW flag in this version',
    });
  }),
});
