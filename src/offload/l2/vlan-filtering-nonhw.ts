// VLAN filtering by the bridge on a chip that has no part in it.

import { featureLosses, plainBridgeFacts } from '../bridge-offload.ts';
import { defineRule } from '../rule.ts';

export const vlanFilteringNonhw = defineRule({
  id: 'l2/vlan-filtering-nonhw',
  cost: 'H',
  facts: ['l2.vlan-filtering', ...plainBridgeFacts],
  summary: 'Not every switch chip offloads VLAN filtering of the bridge',
  why: 'Every frame between the ports of the bridge passes the CPU.',
  remedy: 'Keep `vlan-filtering=no`, and write the VLANs into the VLAN table of the switch where the chip has one.',

  check: ({ network }) =>
    featureLosses(network, 'l2/vlan-filtering-nonhw', {
      name: 'VLAN filtering',
      off: ['no', 'move the VLANs to the switch menu, then switch filtering off'],
    }),
});
