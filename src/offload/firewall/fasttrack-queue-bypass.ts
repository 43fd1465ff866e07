// FastTrack for traffic that a queue is meant to shape: the packets skip the queue.

import { addressesBehind } from '../../forwarding/behind-ends.ts';
import { queuesFor, queuesOf } from '../../forwarding/features.ts';
import type { Network } from '../../forwarding/network.ts';
import { skippedBy } from '../../forwarding/past-fasttrack.ts';
import { behindGroup } from '../../forwarding/routed-classes.ts';
import { packetsBetween } from '../../forwarding/space.ts';
import { defineSkippedRule } from '../skipped.ts';

export const fasttrackQueueBypass = defineSkippedRule({
  id: 'firewall/fasttrack-queue-bypass',
  cost: 'H',
  summary: 'FastTrack packets skip simple queues and queue trees with the parent `global`',
  why: 'Connections are shaped until they are established, and not after that, so the limit does not hold.',
  remedy: 'Exclude this traffic from FastTrack, in both directions, or shape it by a queue tree on an interface.',

  policies: (network) => skippable(network).map(({ item }) => item),
  // Of what may go between two groups, before anybody follows it.
  concerns: (network) => (from, to) => {
    const [source, destination] = [addressesBehind(network, from.first, 4), behindGroup(network, to, 4)];
    const packets = packetsBetween(4, 'tcp', { source, destination });
    const crossing = { packets, inInterface: from.first.name, outInterface: to.first.name };
    return queuesFor(network, crossing).some((queue) => skippedBy(queue) !== undefined);
  },
  words: ({ menu }) => ({
    what: 'queues do not hold: FastTrack connections skip them',
    primary: [menu === '/queue/simple' ? 'target' : 'parent', 'fast-tracked once a connection is established'],
  }),
});

function skippable(network: Network) {
  const { simple, trees } = queuesOf(network);
  return [...simple, ...trees].filter((queue) => skippedBy(queue) !== undefined);
}
