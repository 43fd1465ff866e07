// The order in which rules are asked and told, wherever they are listed: the catalogue's groups, by name within a
// group, but a rule behind those that explain it.

import { groupOf, type Rule, ruleGroups } from './rule.ts';

export function inRootOrder(rules: readonly Rule[]): readonly Rule[] {
  const fromLast = [...rules].sort((a, b) => placeOf(b) - placeOf(a) || (a.id < b.id ? 1 : -1));
  const byId = new Map(rules.map((rule) => [rule.id, rule]));
  const visited = new Set<Rule>();
  const ordered: Rule[] = [];
  const place = (rule: Rule | undefined): void => {
    if (!rule || visited.has(rule)) return;
    visited.add(rule);
    for (const id of rule.implies ?? []) place(byId.get(id));
    ordered.push(rule);
  };
  for (const rule of fromLast) place(rule);
  return ordered.reverse();
}

const placeOf = ({ id }: Rule) => ruleGroups.indexOf(groupOf(id));
