// What a filter of the site makes of a prefix that a neighbour announces.

import type { FilterRule } from '../../intent/schema-routing.ts';
import { containsPrefix, type Prefix } from '../../model/prefix.ts';

/** What a BGP route says of itself when it is told. */
export interface Carried {
  readonly preference: number;
  readonly communities: readonly string[];
}

export interface Accepted extends Carried {
  readonly suppressed: boolean;
  readonly distance: number | undefined;
}

/** Source: manual, bgp/understanding-bgp: a path without the attribute has a local preference of 100. */
export const bare: Carried = { preference: 100, communities: [] };

type Rule = Partial<FilterRule>;

/** Undefined = refused. */
export function filtered(rules: readonly Rule[] | undefined, prefix: Prefix, carried = bare): Accepted | undefined {
  if (!rules) return acceptedBy({}, carried);
  const rule = rules.find((each) => isMeant(each, carried) && matches(each, prefix));
  return rule?.accept === undefined ? undefined : acceptedBy(rule, carried);
}

function acceptedBy(rule: Rule, { preference, communities } = bare): Accepted {
  return {
    suppressed: isSuppressed(rule),
    distance: rule.distance,
    preference: rule['local-preference'] ?? preference,
    communities: [...communities, ...(rule['add-community'] ?? [])],
  };
}

function isMeant({ community }: Rule, { communities }: Carried): boolean {
  return !community || community.some((each) => communities.includes(each));
}

function matches(rule: Rule, prefix: Prefix): boolean {
  if (rule['longer-than'] !== undefined && prefix.length <= rule['longer-than']) return false;
  const named = rule.accept ?? rule.reject;
  return (
    named === 'any' || (named?.some((each) => each.family === prefix.family && containsPrefix(each, prefix)) ?? false)
  );
}

export interface Promised {
  readonly prefix: Prefix;
  readonly accepted: Accepted;
}

/**
 * What somebody outside the site is expected to bring: the prefixes that a filter names, or everything, where the
 * filter takes anything or a number of routes is given. Undefined = nothing says. Nobody says which communities a route
 * of theirs carries beyond what is `carried`: a rule about others that makes another thing of it leaves all open.
 */
export function promises(
  rules: readonly Rule[] | undefined,
  routes: number | undefined,
  family: 4 | 6,
  carried = bare,
): readonly Promised[] | undefined {
  if (routes === 0) return [];
  const all = { family, base: 0n, length: 0 };
  if (!rules) {
    return routes === undefined ? undefined : [{ prefix: all, accepted: acceptedBy({}, carried) }];
  }
  const promised = rules.flatMap((rule, index) => {
    if (rule.accept === undefined || !isMeant(rule, carried)) return [];
    const prefixes = rule.accept === 'any' ? [all] : rule.accept.filter((each) => each.family === family);
    const before = rules.slice(0, index).filter((each) => isMeant(each, carried));
    return prefixes
      .filter((prefix) => !before.some((each) => each['longer-than'] === undefined && matches(each, prefix)))
      .map((prefix) => ({ prefix, accepted: acceptedBy(rule, carried) }));
  });
  const isOpen = rules.some(
    (rule, index) =>
      !isMeant(rule, carried) && rules.slice(index + 1).some((other) => !other.community && differs(rule, other)),
  );
  return isOpen ? undefined : promised;
}

function differs(rule: Rule, other: Rule): boolean {
  return other.accept !== undefined && (rule.accept === undefined || isSuppressed(rule) !== isSuppressed(other));
}

function isSuppressed(rule: Rule): boolean {
  return rule['suppress-hw-offload'] === true;
}
