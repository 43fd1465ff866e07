// Simple queues and global queue trees stop IP FastPath.

import { defineStopRule } from '../fastpath-benefit.ts';

export const fpSimpleQueueOrGlobalTree = defineStopRule({
  id: 'fastpath/fp-simple-queue-or-global-tree',
  cost: 'H',
  summary: 'A simple queue, or a queue tree with `parent=global`, stops IP FastPath',
  why: 'All forwarded packets take the slow path, also those that no queue is about.',
  remedy: 'Shape in a queue tree whose parent is the interface.',

  words: ({ property }) => ({
    what: 'IP FastPath is off, because of queues for all traffic',
    primary: [property, 'every packet is looked at for this queue'],
  }),
});
