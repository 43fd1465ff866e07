// Queue trees on an interface: FastPath stays, the queues of the hardware do not.

import { enabledItemsOf, propertyValue } from '../../model/config.ts';
import { fastpathBenefit } from '../fastpath-benefit.ts';
import { defineRule } from '../rule.ts';

export const fpTreeOnInterface = defineRule({
  id: 'fastpath/fp-tree-on-interface',
  cost: 'L',
  summary: 'A queue tree on an interface replaces its hardware queues',
  why: 'IP FastPath stays on. On this interface packets of all CPU cores meet in one queue.',
  remedy: 'None, where shaping is wanted.',

  check({ config, network }) {
    const benefit = fastpathBenefit(network);
    if (benefit === 'none' || benefit === 'hardware') return [];
    return enabledItemsOf(config, '/queue/tree').flatMap((item) => {
      const parent = propertyValue(item, 'parent') ?? '';
      if (network.kindOf(parent) === undefined) return [];
      return {
        subject: item,
        placement: 'cpu' as const,
        what: `packets that leave by \`${parent}\` meet in one queue`,
        primary: ['parent', 'a queue tree on an interface'],
      };
    });
  },
});
