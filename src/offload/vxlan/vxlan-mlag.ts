// VXLAN on a device that is half of an MLAG pair.

import { excludedBy } from '../held.ts';
import { defineVxlanRule } from '../tunnels.ts';

export const vxlanMlag = defineVxlanRule({
  id: 'vxlan/vxlan-mlag',
  cost: 'H',
  summary: 'Bridged VXLAN interfaces are not supported with MLAG',
  why: 'What becomes of frames between dual-homed bonds and the tunnel is not defined.',
  remedy: 'Use one of the two.',

  find({ bridge }, network) {
    const [mlag] = excludedBy(network, 'l3hw/mlag-with-l3hw');
    if (!mlag || !bridge) return [];
    return {
      affects: [bridge.item],
      placement: 'unpredictable',
      what: 'VXLAN ports of a bridge with MLAG are not supported',
      primary: ['name', 'a VXLAN port of the bridge'],
      related: [[mlag.item, mlag.property, 'switches MLAG on']],
    };
  },
});
