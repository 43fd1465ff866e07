// Tagged frames inside of a VXLAN, before RouterOS 7.24.

import { defineVxlanStopRule } from '../tunnels.ts';

export const vxlanTaggedOverlay = defineVxlanStopRule({
  id: 'vxlan/vxlan-tagged-overlay',
  cost: 'M',
  summary: 'Before RouterOS 7.24 the chip encapsulates untagged frames only',
  why: 'Frames of these VLANs are not encapsulated in hardware.',
  remedy: 'Upgrade to 7.24, or use a VXLAN for each VLAN.',

  words: ({ item }, _, network) => ({
    what: `tagged frames in VXLAN are not offloaded in RouterOS ${network.target.routeros.text}`,
    related: [[item, 'name', 'the VXLAN interface']],
  }),
});
