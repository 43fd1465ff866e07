// A FastTrack rule without an accept for the same packets behind it: some packets of its connections are dropped.

import { propertyValue } from '../../model/config.ts';
import { acceptInFrontOf, fasttrackRules } from '../fasttrack.ts';
import { commandFix } from '../fix.ts';
import { label } from '../locations.ts';
import { allPaths } from '../paths.ts';
import { findAffectedRules, isDropping } from '../policy.ts';
import { defineRule } from '../rule.ts';

export const fasttrackNoAcceptAfter = defineRule({
  id: 'firewall/fasttrack-no-accept-after',
  cost: 'H',
  datapath: 'fasttrack',
  needs: 'configuration',
  facts: [],
  summary: 'A FastTrack rule needs an accept rule for the same packets behind it',
  why: 'Now and then packets of a FastTrack connection take the normal path, and packets other than TCP and UDP always do. They reach a drop rule, so connections stall and ICMP fails.',
  remedy: 'Add an accept rule for established and related packets right behind the FastTrack rule.',

  check({ network }) {
    return fasttrackRules(network).flatMap((fasttrack) => {
      const chain = propertyValue(fasttrack, 'chain');
      if (fasttrack.menu !== '/ip/firewall/filter' || chain === undefined) return [];
      // What an earlier rule accepts never comes this far.
      if (acceptInFrontOf(network, fasttrack)) return [];
      const [affected] = findAffectedRules({
        network,
        menu: '/ip/firewall/filter',
        chain,
        family: 4,
        state: 'established',
        after: fasttrack,
        paths: allPaths(network, 4),
        isPolicy: isDropping,
      });
      if (!affected) return [];
      return [
        {
          subject: fasttrack,
          placement: 'dropped',
          what: 'packets of FastTrack connections that take the normal path are dropped',
          primary: label(fasttrack, 'action', 'no accept for the same packets follows'),
          related: [
            label(
              affected.rule,
              'action',
              `drops established packets from \`${affected.from.name}\` to \`${affected.to.name}\``,
            ),
          ],
          fix: commandFix(
            'accept the same packets right behind the FastTrack rule',
            `/ip/firewall/filter add chain=${chain} action=accept connection-state=established,related,untracked place-before=[find chain=${chain} action=${propertyValue(affected.rule, 'action') ?? 'drop'}]`,
          ),
        },
      ];
    });
  },
});
