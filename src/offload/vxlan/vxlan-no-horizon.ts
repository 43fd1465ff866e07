// VXLAN with several far ends: between them this device does not forward.

import { offloadableVxlans } from '../../forwarding/legs/vxlan.ts';
import { aboutEach, defineRule } from '../rule.ts';

export const vxlanNoHorizon = defineRule({
  id: 'vxlan/vxlan-no-horizon',
  cost: 'i',
  facts: ['l3.vxlan'],
  summary: 'VTEPs of one offloaded VXLAN are isolated from each other',
  why: 'Frames from one far end do not leave to another. Every pair that has to talk needs VTEPs of each other.',
  remedy: 'List every VTEP on every device.',

  check: aboutEach(offloadableVxlans, ({ remotes }) => {
    const [first, ...others] = remotes;
    if (!first || others.length === 0) return [];
    return {
      placement: 'hardware',
      what: 'frames between the far ends of a VXLAN are not forwarded by this device',
      primary: ['name', `${remotes.length} VTEPs, isolated from each other`],
      related: [[first.item, 'remote-ip', 'one of them']],
    };
  }),
});
