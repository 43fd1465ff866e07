// VLAN filtering by the bridge on a chip that has no part in it.

import { defineFeatureRule } from '../bridge-offload.ts';

export const vlanFilteringNonhw = defineFeatureRule({
  id: 'l2/vlan-filtering-nonhw',
  cost: 'H',
  facts: ['l2.vlan-filtering'],
  summary: 'Not every switch chip offloads VLAN filtering of the bridge',
  why: 'Every frame between the ports of the bridge passes the CPU.',
  remedy: 'Keep `vlan-filtering=no`, and write the VLANs into the VLAN table of the switch where the chip has one.',

  name: 'VLAN filtering',
  off: ['no', 'move the VLANs to the switch menu, then switch filtering off'],
});
