// Frames with VLAN 0, which carry a priority and nothing else, on a bridge of the CPU.

import { bridgeCpuUse, bridgeFastpathBlocks } from '../bridge-fastpath.ts';
import { defineRule } from '../rule.ts';

export const fpPriorityTagged = defineRule({
  id: 'fastpath/fp-priority-tagged',
  cost: 'i',
  datapath: 'l2-switching',

  check({ network }) {
    // Where bridge FastPath is off, all frames are slow.
    if (bridgeFastpathBlocks(network).length > 0) return [];
    return bridgeCpuUse(network).switching.flatMap(({ vlanFiltering, ports, name }) => {
      const port = ports.find(
        ({ frameTypes, hardware }) =>
          hardware === undefined && frameTypes === 'admit-only-untagged-and-priority-tagged',
      );
      if (!vlanFiltering || !port) return [];
      return {
        subject: port.item,
        what: `frames with VLAN 0 take the slow path over \`${name}\``,
        primary: ['frame-types', 'admits priority-tagged frames'],
      };
    });
  },
});
