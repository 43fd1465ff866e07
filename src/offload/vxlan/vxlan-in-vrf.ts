// VXLAN whose outer packets are in a VRF.

import { defineRule } from '../rule.ts';
import { inVrf, offloadableVxlans } from '../tunnels.ts';

export const vxlanInVrf = defineRule({
  id: 'vxlan/vxlan-in-vrf',
  cost: 'H',
  facts: ['l3.vxlan'],
  implies: ['fastpath/fp-vxlan-vrf'],
  summary: 'The chip encapsulates in the main table only',
  why: 'The CPU encapsulates every packet of the tunnel, and on its slow path.',
  remedy: 'Keep the outer packets in the main table.',

  check: ({ network }) => inVrf(offloadableVxlans(network), 'VXLAN in a VRF is done by the CPU'),
});
