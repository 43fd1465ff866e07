// FastTrack for traffic that a queue is meant to shape: the packets skip the queue.

import { fasttracking, leavesMarkedOut } from '../fasttrack.ts';
import { manualFix } from '../fix.ts';
import { label } from '../locations.ts';
import { allPaths, pathsAt } from '../paths.ts';
import { isSkippedByFasttrack, shapedEnds } from '../queues.ts';
import { defineRule, type Finding } from '../rule.ts';

export const fasttrackQueueBypass = defineRule({
  id: 'firewall/fasttrack-queue-bypass',
  cost: 'H',
  datapath: 'fasttrack',
  needs: 'configuration',
  facts: [],
  summary: 'FastTrack packets skip simple queues and queue trees with the parent `global`',
  why: 'Connections are shaped until they are established, and not after that, so the limit does not hold.',
  remedy: 'Exclude this traffic from FastTrack, in both directions, or shape it by a queue tree on an interface.',

  check({ network }) {
    const findings: Finding[] = [];
    for (const shaped of shapedEnds(network)) {
      if (!isSkippedByFasttrack(shaped)) continue;
      const [affected] = fasttracking(
        network,
        pathsAt(allPaths(network, 4), (end) => shaped.ends.has(end)),
      );
      if (!affected || leavesMarkedOut(affected.rule)) continue;
      findings.push({
        subject: shaped.queue,
        placement: 'unpredictable',
        what: 'queues do not hold: FastTrack connections skip them',
        primary: label(shaped.queue, shaped.property, 'fast-tracked once a connection is established'),
        related: [
          label(affected.rule, 'action', `takes connections from \`${affected.from.name}\` to \`${affected.to.name}\``),
        ],
        fix: manualFix('accept this traffic before the FastTrack rule, in both directions'),
      });
    }
    return findings;
  },
});
