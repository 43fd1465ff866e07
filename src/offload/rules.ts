// Every rule, in the order in which rules are told: among findings of equal weight the root cause comes first.

import * as acl from './acl/rules.ts';
import * as cpuL2 from './cpu-l2/rules.ts';
import * as fastpath from './fastpath/rules.ts';
import * as firewall from './firewall/rules.ts';
import * as l2 from './l2/rules.ts';
import * as l3hw from './l3hw/rules.ts';
import * as mtu from './mtu/rules.ts';
import * as ops from './ops/rules.ts';
import * as route from './route/rules.ts';
import { groupOf, type Rule, ruleGroups } from './rule.ts';
import * as vxlan from './vxlan/rules.ts';

const groups = [l3hw, route, vxlan, mtu, l2, acl, firewall, fastpath, cpuL2, ops];

export const rules: readonly Rule[] = inRootOrder(
  groups.flatMap((group) => Object.values<Rule | readonly Rule[]>(group)).flat(),
);

export const rulesById: ReadonlyMap<string, Rule> = new Map(rules.map((rule) => [rule.id, rule]));

/** Of rules that judge a change: a plan says them, and nothing else does. */
export const planCodes: ReadonlySet<string> = new Set(
  rules.filter(({ needs }) => needs === 'plan').map(({ id }) => id),
);

/** Wherever they are listed: the catalogue's groups, by name within a group, but a rule behind those that explain it. */
export function inRootOrder(rules: readonly Rule[]): readonly Rule[] {
  const placed = rules.map((rule) => ({ rule, place: ruleGroups.indexOf(groupOf(rule.id)) }));
  const fromLast = placed.sort((a, b) => b.place - a.place || (a.rule.id < b.rule.id ? 1 : -1));
  const byId = new Map(rules.map((rule) => [rule.id, rule]));
  const visited = new Set<Rule>();
  const ordered: Rule[] = [];
  const place = (rule: Rule | undefined): void => {
    if (!rule || visited.has(rule)) return;
    visited.add(rule);
    for (const id of rule.implies ?? []) place(byId.get(id));
    ordered.push(rule);
  };
  for (const { rule } of fromLast) place(rule);
  return ordered.reverse();
}
