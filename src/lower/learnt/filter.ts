// What a filter of the site makes of a prefix that a neighbour announces.

import type { FilterRule } from '../../intent/schema-routing.ts';
import { containsPrefix, type Prefix } from '../../model/prefix.ts';

export interface Accepted {
  readonly suppressed: boolean;
  readonly distance: number | undefined;
  readonly preference: number;
}

type Rule = Partial<FilterRule>;

/** Undefined = refused. Rules about communities are passed over: nobody says which a route carries. */
export function filtered(rules: readonly Rule[] | undefined, prefix: Prefix): Accepted | undefined {
  if (!rules) return { suppressed: false, distance: undefined, preference: defaultPreference };
  const rule = rules.find((each) => each.community === undefined && matches(each, prefix));
  return rule?.accept === undefined ? undefined : acceptedBy(rule);
}

const defaultPreference = 100;

export function acceptedBy(rule: Rule): Accepted {
  return {
    suppressed: rule['suppress-hw-offload'] === true,
    distance: rule.distance,
    preference: rule['local-preference'] ?? defaultPreference,
  };
}

function matches(rule: Rule, prefix: Prefix): boolean {
  if (rule['longer-than'] !== undefined && prefix.length <= rule['longer-than']) return false;
  const named = rule.accept ?? rule.reject;
  return (
    named === 'any' || (named?.some((each) => each.family === prefix.family && containsPrefix(each, prefix)) ?? false)
  );
}

export interface Promise {
  readonly prefix: Prefix;
  readonly accepted: Accepted;
}

/**
 * What somebody outside the site is expected to bring: the prefixes that a filter names, or everything, where the
 * filter takes anything or a number of routes is given. Undefined = nothing says.
 */
export function promises(
  rules: readonly Rule[] | undefined,
  routes: number | undefined,
  family: 4 | 6,
): readonly Promise[] | undefined {
  if (routes === 0) return [];
  const all = { family, base: 0n, length: 0 };
  if (!rules) {
    const accepted = filtered(undefined, all);
    return routes === undefined || !accepted ? undefined : [{ prefix: all, accepted }];
  }
  const promised = rules.flatMap((rule, index) => {
    if (rule.accept === undefined || rule.community !== undefined) return [];
    const prefixes = rule.accept === 'any' ? [all] : rule.accept.filter((each) => each.family === family);
    const before = rules.slice(0, index).filter((each) => each.community === undefined);
    return prefixes
      .filter((prefix) => !before.some((each) => each['longer-than'] === undefined && matches(each, prefix)))
      .map((prefix) => ({ prefix, accepted: acceptedBy(rule) }));
  });
  return promised;
}
