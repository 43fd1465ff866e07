// VXLAN with several far ends: between them this device does not forward.

import { offloadableVxlans } from '../../forwarding/legs/vxlan.ts';
import { aboutEach, defineRule } from '../rule.ts';

export const vxlanNoHorizon = defineRule({
  id: 'vxlan/vxlan-no-horizon',
  cost: 'i',

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
