// The smallest table that rosc finds for a policy.

import { entryCount } from './entries.ts';
import type { IngressSpace } from './ingress-space.ts';
import type { PolicyRule } from './policy-rule.ts';
import { regroup } from './regroup.ts';
import { simplify, type Ways, withoutIdle } from './simplify.ts';

/** Decides every packet as `rules` do. */
export function minimise(rules: readonly PolicyRule[], space: IngressSpace): readonly PolicyRule[] {
  const careful = tableOf(rules, space, () => 1);
  const ways: Ways = (ingress) => space.groupsOf(ingress).length;
  if (careful.length > bothWaysMax || !careful.some(({ match }) => ways(match.ingress) > 1)) return careful;
  // An exception often needs no ways in of its own. Whether it does shows when the table is done.
  const hopeful = tableOf(rules, space, ways);
  return entriesOf(hopeful, space) < entriesOf(careful, space) ? hopeful : careful;
}

/** A longer table is searched once: the second search would take as long as the first. */
const bothWaysMax = 300;

function tableOf(rules: readonly PolicyRule[], space: IngressSpace, ways: Ways): readonly PolicyRule[] {
  const simple = simplify(rules, ways);
  const regrouped = regroup(simple, space);
  return regrouped === simple ? simple : withoutIdle(regrouped);
}

function entriesOf(rules: readonly PolicyRule[], space: IngressSpace): number {
  return rules.reduce((sum, { match }) => sum + entryCount(space, match), 0);
}
