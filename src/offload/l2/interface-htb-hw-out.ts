// Queues on a port that a chip switches, while bridge FastPath is off.

import { propertyValue } from '../../model/config.ts';
import { bridgeFastpathBlocks } from '../bridge-fastpath.ts';
import { aboutEach, defineRule, itemsIn } from '../rule.ts';

export const interfaceHtbHwOut = defineRule({
  id: 'l2/interface-htb-hw-out',
  cost: 'M',

  check: aboutEach(itemsIn('/queue/tree'), (item, { network }) => {
    const [block] = bridgeFastpathBlocks(network);
    const name = propertyValue(item, 'parent') ?? '';
    const member = network.bridgePorts.get(name);
    if (!block || !member?.hardware) return [];
    return {
      placement: member.hardware === 'unknown' ? 'unknown' : 'unpredictable',
      what: 'queues of offloaded ports work incorrectly, because bridge FastPath is off',
      primary: ['parent', `\`${name}\` is switched in hardware`],
      related: [[block.item, block.property, block.text]],
    };
  }),
});
