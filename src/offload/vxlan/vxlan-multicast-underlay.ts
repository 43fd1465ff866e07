// VXLAN that floods by multicast.

import { propertyValue } from '../../model/config.ts';
import { defineVxlanRule } from '../tunnels.ts';

export const vxlanMulticastUnderlay = defineVxlanRule({
  id: 'vxlan/vxlan-multicast-underlay',
  cost: 'H',
  summary: 'The chip does not encapsulate for VXLAN with a multicast group',
  why: 'The CPU encapsulates every packet of the tunnel.',
  remedy: 'List the VTEPs in `/interface/vxlan/vteps` instead.',

  find({ item }) {
    const property = ['group', 'interface'].find((name) => (propertyValue(item, name) ?? '') !== '');
    if (!property) return [];
    return {
      what: 'VXLAN is done by the CPU, because it floods by multicast',
      primary: [property, 'multicast below the tunnel'],
    };
  },
});
