// FastTrack for connections that policy routing sends elsewhere: their packets follow the main table.

import type { Network } from '../../forwarding/network.ts';
import { type Item, withoutProperty } from '../../model/config.ts';
import { fasttracking, looksAtMarks, rulesBefore } from '../fasttrack.ts';
import { matchingOf } from '../firewall-match.ts';
import { manualFix } from '../fix.ts';
import { label } from '../locations.ts';
import { markingRules } from '../marks.ts';
import { allPaths, type PathMasks } from '../paths.ts';
import { actionOf } from '../policy.ts';
import { defineRule } from '../rule.ts';

export const fasttrackPbrMisroute = defineRule({
  id: 'firewall/fasttrack-pbr-misroute',
  cost: 'C',
  datapath: 'fasttrack',
  needs: 'configuration',
  facts: [],
  summary: 'FastTrack looks routes up in the main table and skips mangle',
  why: 'Packets of a FastTrack connection are not marked any more, so a connection that policy routing sends one way continues by the main table: it breaks, or leaves by the wrong provider.',
  remedy:
    'Exclude marked connections: `connection-mark=no-mark` on the FastTrack rule, or an accept rule for marked ones before it.',

  check({ network }) {
    const marking = markingRules(network);
    const [first] = marking;
    if (!first) return [];
    const paths = markedPaths(network, marking);
    return fasttracking(network, paths).flatMap(({ rule, from, to }) => {
      if (looksAtMarks(rule) || rulesBefore(network, rule).some(setsMarkedApart)) return [];
      return [
        {
          subject: rule,
          placement: 'unpredictable',
          what: 'FastTrack sends connections by the main table that policy routing wants elsewhere',
          primary: label(rule, 'action', `also takes what is marked from \`${from.name}\` to \`${to.name}\``),
          related: marking.map((item) => label(item, 'action', 'chooses another table')),
          fix: manualFix('exclude marked connections: `connection-mark=no-mark` on the FastTrack rule'),
        },
      ];
    });
  },
});

/** An earlier rule that takes marked connections out of the chain. */
function setsMarkedApart(item: Item): boolean {
  const action = actionOf(item);
  return looksAtMarks(item) && (action === 'accept' || action === 'return' || action === 'jump');
}

/** Paths that packets take which a rule marks, and the way back. */
function markedPaths(network: Network, marking: readonly Item[]): PathMasks {
  const { ends, masks } = allPaths(network, 4);
  const matching = matchingOf(network, ends, 4);
  // A mark that only new packets get stays with the connection by another rule.
  const matches = marking.map((item) => matching.matchOf(withoutProperty(item, 'connection-state')));
  const reaches = (from: number, to: number) =>
    matches.some(({ ins, outs }) => ((ins >> BigInt(from)) & 1n) === 1n && ((outs >> BigInt(to)) & 1n) === 1n);
  return {
    ends,
    masks: masks.map((mask, from) =>
      ends.reduce(
        (kept, _, to) => (reaches(from, to) || reaches(to, from) ? kept | (mask & (1n << BigInt(to))) : kept),
        0n,
      ),
    ),
  };
}
