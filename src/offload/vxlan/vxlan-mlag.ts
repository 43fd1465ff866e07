// VXLAN on a device that is half of an MLAG pair.

import { excludedBy } from '../exclusions.ts';
import { defineRule } from '../rule.ts';
import { offloadableVxlans } from '../vxlans.ts';

export const vxlanMlag = defineRule({
  id: 'vxlan/vxlan-mlag',
  cost: 'H',
  facts: ['l3.vxlan'],
  summary: 'Bridged VXLAN interfaces are not supported with MLAG',
  why: 'What becomes of frames between dual-homed bonds and the tunnel is not defined.',
  remedy: 'Use one of the two.',

  check({ network }) {
    const [mlag] = excludedBy(network, 'l3hw/mlag-with-l3hw');
    if (!mlag) return [];
    return offloadableVxlans(network).flatMap(({ item, bridge }) => {
      if (!bridge) return [];
      return {
        subject: item,
        affects: [bridge.item],
        placement: 'unpredictable',
        what: 'VXLAN ports of a bridge with MLAG are not supported',
        primary: ['name', 'a VXLAN port of the bridge'],
        related: [[mlag.item, mlag.property, 'switches MLAG on']],
      };
    });
  },
});
