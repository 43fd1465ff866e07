// VXLAN whose outer packets are in a VRF.

import { setCommand } from '../fix.ts';
import { defineVxlanStopRule } from '../tunnels.ts';

export const vxlanInVrf = defineVxlanStopRule({
  id: 'vxlan/vxlan-in-vrf',
  cost: 'H',
  implies: ['fastpath/fp-vxlan-vrf'],
  summary: 'The chip encapsulates in the main table only',
  why: 'The CPU encapsulates every packet of the tunnel, and on its slow path.',
  remedy: 'Keep the outer packets in the main table.',

  words: ({ item, vrf }) => ({
    what: 'VXLAN in a VRF is done by the CPU',
    fix: ['use the main table', setCommand(item, `${vrf.property}=main`)],
  }),
});
