// Queue trees on an interface: FastPath stays, the queues of the hardware do not.

import { propertyValue } from '../../model/config.ts';
import { forwardsByCpu } from '../fastpath-benefit.ts';
import { aboutEach, defineRule, itemsIn } from '../rule.ts';

export const fpTreeOnInterface = defineRule({
  id: 'fastpath/fp-tree-on-interface',
  cost: 'L',

  // Which packets a queue shapes the engine says; that FastPath stays on is no question of any of them.
  check: aboutEach(itemsIn('/queue/tree'), (item, { network }) => {
    const parent = propertyValue(item, 'parent') ?? '';
    if (network.kindOf(parent) === undefined || !forwardsByCpu(network)) return [];
    return {
      what: `packets that leave by \`${parent}\` meet in one queue`,
      primary: ['parent', 'a queue tree on an interface'],
    };
  }),
});
