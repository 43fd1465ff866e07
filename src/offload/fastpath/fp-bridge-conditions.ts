// What stops bridge FastPath, where the CPU forwards over bridges.

import { bridgeCpuUse, bridgeFastpathBlocks } from '../bridge-fastpath.ts';
import { defineRule } from '../rule.ts';

export const fpBridgeConditions = defineRule({
  id: 'fastpath/fp-bridge-conditions',
  cost: 'H',
  datapath: 'fasttrack',

  check({ network }) {
    const { fasttrack, switching } = bridgeCpuUse(network);
    if (!fasttrack && switching.length === 0) return [];
    return bridgeFastpathBlocks(network).map(({ item, property, text }) => ({
      subject: item,
      ...(!fasttrack && { cost: 'M' as const }),
      what: 'bridge FastPath is off for what the CPU forwards over bridges',
      primary: [property, text],
      ...(fasttrack && { related: [[fasttrack, 'action', 'FastTrack relies on bridge FastPath']] }),
    }));
  },
});
