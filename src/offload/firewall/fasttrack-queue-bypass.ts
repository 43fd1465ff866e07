// FastTrack for traffic that a queue is meant to shape: the packets skip the queue.

import { addressesBehind } from '../../forwarding/behind-ends.ts';
import { type Queue, queuesFor, queuesOf } from '../../forwarding/features.ts';
import { fasttracked } from '../../forwarding/forwarded.ts';
import { behindGroup, type Concerns } from '../../forwarding/routed-classes.ts';
import { packetsBetween } from '../../forwarding/space.ts';
import type { Item } from '../../model/config.ts';
import { firstOf } from '../../source/grouping.ts';
import { defineRule, type WrittenFinding } from '../rule.ts';

export const fasttrackQueueBypass = defineRule({
  id: 'firewall/fasttrack-queue-bypass',
  cost: 'H',
  summary: 'FastTrack packets skip simple queues and queue trees with the parent `global`',
  why: 'Connections are shaped until they are established, and not after that, so the limit does not hold.',
  remedy: 'Exclude this traffic from FastTrack, in both directions, or shape it by a queue tree on an interface.',

  check({ network }) {
    const findings = new Map<Item, WrittenFinding>();
    const { simple, trees } = queuesOf(network);
    const open = new Map(
      [...simple, ...trees].flatMap((each) => (skippedBy(each) ? [[each.item, each] as const] : [])),
    );
    // Of what may go between two groups, before anybody follows it.
    const isShaped: Concerns = (from, to) => {
      const [source, destination] = [addressesBehind(network, from.first, 4), behindGroup(network, to, 4)];
      const packets = packetsBetween(4, 'tcp', { source, destination });
      const crossing = { packets, inInterface: from.first.name, outInterface: to.first.name };
      return firstOf(open.values(), ({ cut }) => cut(crossing).taken.length > 0) !== undefined;
    };
    for (const { rule, from, to, outcome } of fasttracked(network, isShaped)) {
      const crossing = { packets: outcome.packets, inInterface: from, outInterface: to ?? '' };
      for (const queue of queuesFor(network, crossing, outcome.fasttracked?.packetMark)) {
        const { item } = queue;
        const property = skippedBy(queue);
        if (property === undefined || !open.delete(item)) continue;
        findings.set(item, {
          subject: item,
          placement: 'unpredictable',
          what: 'queues do not hold: FastTrack connections skip them',
          primary: [property, 'fast-tracked once a connection is established'],
          related: [[rule, 'action', `takes connections from \`${from}\`${to === undefined ? '' : ` to \`${to}\``}`]],
          fix: 'accept this traffic before the FastTrack rule, in both directions',
        });
      }
    }
    return [...findings.values()];
  },
});

/** What says what the queue shapes, where FastTrack skips it: trees on an interface shape its packets too. */
function skippedBy({ root }: Queue): string | undefined {
  if (root === undefined) return 'target';
  return root === 'global' ? 'parent' : undefined;
}
