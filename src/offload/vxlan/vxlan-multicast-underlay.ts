// VXLAN that floods by multicast.

import { propertyValue } from '../../model/config.ts';
import { defineRule, ofEach } from '../rule.ts';
import { offloadableVxlans } from '../vxlans.ts';

export const vxlanMulticastUnderlay = defineRule({
  id: 'vxlan/vxlan-multicast-underlay',
  cost: 'H',
  facts: ['l3.vxlan'],
  summary: 'The chip does not encapsulate for VXLAN with a multicast group',
  why: 'The CPU encapsulates every packet of the tunnel.',
  remedy: 'List the VTEPs in `/interface/vxlan/vteps` instead.',

  check: ofEach(offloadableVxlans, ({ item }) => {
    const property = ['group', 'interface'].find((name) => (propertyValue(item, name) ?? '') !== '');
    if (!property) return [];
    return {
      subject: item,
      placement: 'cpu',
      what: 'VXLAN is done by the CPU, because it floods by multicast',
      primary: [property, 'multicast below the tunnel'],
    };
  }),
});
