// VXLAN whose outer packets are in a VRF.

import { vxlansOf } from '../../forwarding/vxlan.ts';
import { defineRule } from '../rule.ts';
import { inVrf } from '../tunnels.ts';

export const fpVxlanVrf = defineRule({
  id: 'fastpath/fp-vxlan-vrf',
  cost: 'M',
  summary: 'VXLAN in a VRF has no FastPath',
  why: 'Every packet of the tunnel takes the slow path.',
  remedy: 'Keep the outer packets in the main table.',

  check: ({ network }) => inVrf(vxlansOf(network), 'packets of VXLAN in a VRF take the slow path'),
});
