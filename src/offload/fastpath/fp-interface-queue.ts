// Interface queues other than the one that keeps FastPath to the end.

import { enabledItemsOf, listValues, propertyValue } from '../../model/config.ts';
import { fastpathBenefit } from '../fastpath-benefit.ts';
import { setNamed } from '../fix.ts';
import { defineRule } from '../rule.ts';

export const fpInterfaceQueue = defineRule({
  id: 'fastpath/fp-interface-queue',
  cost: 'L',
  summary: 'Only `only-hardware-queue` keeps packets on FastPath to the end',
  why: 'The queue is the last step, so the cost is small.',
  remedy: 'Use `only-hardware-queue` on Ethernet ports where nothing is shaped.',

  check({ config, network }) {
    const benefit = fastpathBenefit(network);
    if (benefit === 'none' || benefit === 'hardware') return [];
    return enabledItemsOf(config, '/queue/interface').flatMap((item) => {
      const queue = propertyValue(item, 'queue');
      const names = listValues(propertyValue(item, 'interface') ?? item.key);
      const port = names.find((name) => network.kindOf(name) === 'port');
      if (port === undefined || queue === undefined || queue === 'only-hardware-queue') return [];
      return {
        subject: item,
        placement: 'cpu' as const,
        what: 'packets leave FastPath at the interface queue',
        primary: ['queue', `the queue of \`${port}\``],
        fix: ['use the hardware queue', setNamed('/queue/interface', port, 'queue=only-hardware-queue')],
      };
    });
  },
});
