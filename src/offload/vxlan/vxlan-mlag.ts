// VXLAN on a device that is half of an MLAG pair.

import { excludedBy } from '../held.ts';
import { defineVxlanStopRule } from '../tunnels.ts';

export const vxlanMlag = defineVxlanStopRule({
  id: 'vxlan/vxlan-mlag',
  cost: 'H',
  summary: 'Bridged VXLAN interfaces are not supported with MLAG',
  why: 'What becomes of frames between dual-homed bonds and the tunnel is not defined.',
  remedy: 'Use one of the two.',

  words: (_, __, network) => ({
    what: 'VXLAN ports of a bridge with MLAG are not supported',
    related: excludedBy(network, 'l3hw/mlag-with-l3hw')
      .slice(0, 1)
      .map(({ item, property }) => [item, property, 'switches MLAG on']),
  }),
});
