// The smallest table that rosc finds for a policy.

import { entryCount } from './entries.ts';
import type { IngressSpace } from './ingress-space.ts';
import { isIdle, ruleList } from './neighbours.ts';
import type { PolicyRule } from './policy-rule.ts';
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

/**
 * Chooses the ways in that a rule lists: as many as it needs, and more where the same packets end the same there anyway
 * and fewer entries say it. A port that is meant as a whole needs no entry for each of its VLANs. The list itself where
 * nothing can be said more cheaply.
 */
function regroup(rules: readonly PolicyRule[], space: IngressSpace): readonly PolicyRule[] {
  const list = ruleList(rules);
  const alike = classesOf(rules, space);
  let isChanged = false;
  for (let index = rules.length - 1; index >= 0; index--) {
    const rule = rules[index];
    if (!rule) continue;
    const { match } = rule;
    const near = list.neighboursOf(index, { ...match, ingress: space.all });
    const idle = alike.filter((ingress) => isIdle(near, { ...match, ingress }));
    const free = idle.reduce((mask, each) => mask | each, 0n);
    const needed = match.ingress & ~free;
    const ingress = cheapest(space, { needed, allowed: match.ingress | free, before: match.ingress });
    if (ingress === match.ingress) continue;
    list.set(index, { ...rule, match: { ...match, ingress } });
    isChanged = true;
  }
  return isChanged ? list.left() : rules;
}

/** Ways in that all rules treat alike are asked about once. */
function classesOf(rules: readonly PolicyRule[], { atoms }: IngressSpace): readonly bigint[] {
  const distinct = [...new Set(rules.map(({ match }) => match.ingress))];
  const classes = new Map<string, bigint>();
  for (const index of atoms.keys()) {
    const bit = 1n << BigInt(index);
    const key = distinct.map((mask) => ((mask & bit) === 0n ? '0' : '1')).join('');
    classes.set(key, (classes.get(key) ?? 0n) | bit);
  }
  return [...classes.values()];
}

/** Whole ports where they may be whole, or exactly what is needed, or what it was: the fewest entries win. */
function cheapest(
  space: IngressSpace,
  { needed, allowed, before }: { readonly needed: bigint; readonly allowed: bigint; readonly before: bigint },
): bigint {
  const whole = space.wholeAttachments().reduce((mask, port) => {
    const isUsed = (port & needed) !== 0n;
    return isUsed && (port & ~allowed) === 0n ? mask | port : mask;
  }, needed);
  const cost = (mask: bigint) => space.groupsOf(mask).length;
  return [needed, whole, before].reduce((best, mask) => (cost(mask) < cost(best) ? mask : best));
}
