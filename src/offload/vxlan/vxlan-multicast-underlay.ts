// VXLAN that floods by multicast.

import { defineVxlanStopRule } from '../tunnels.ts';

export const vxlanMulticastUnderlay = defineVxlanStopRule({
  id: 'vxlan/vxlan-multicast-underlay',
  cost: 'H',
  summary: 'The chip does not encapsulate for VXLAN with a multicast group',
  why: 'The CPU encapsulates every packet of the tunnel.',
  remedy: 'List the VTEPs in `/interface/vxlan/vteps` instead.',

  words: () => ({ what: 'VXLAN is done by the CPU, because it floods by multicast' }),
});
