// Interface queues other than the one that keeps FastPath to the end.

import { listValues, propertyValue } from '../../model/config.ts';
import { forwardsByCpu } from '../fastpath-benefit.ts';
import { setNamed } from '../fix.ts';
import { aboutEach, defineRule, itemsIn } from '../rule.ts';

export const fpInterfaceQueue = defineRule({
  id: 'fastpath/fp-interface-queue',
  cost: 'L',

  // No way of packets depends on it: it is the last step of every one.
  check: aboutEach(itemsIn('/queue/interface'), (item, { network }) => {
    const queue = propertyValue(item, 'queue');
    const names = listValues(propertyValue(item, 'interface') ?? item.key);
    const port = names.find((name) => network.kindOf(name) === 'port');
    if (port === undefined || queue === undefined || queue === 'only-hardware-queue') return [];
    if (!forwardsByCpu(network)) return [];
    return {
      what: 'packets leave FastPath at the interface queue',
      primary: ['queue', `the queue of \`${port}\``],
      fix: ['use the hardware queue', setNamed('/queue/interface', port, 'queue=only-hardware-queue')],
    };
  }),
});
