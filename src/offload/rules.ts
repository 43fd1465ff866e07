// Every rule, in the order in which rules are told: among findings of equal weight the root cause comes first.

import { aclRules } from './acl/rules.ts';
import { cpuL2Rules } from './cpu-l2/rules.ts';
import { fastpathRules } from './fastpath/rules.ts';
import { firewallRules } from './firewall/rules.ts';
import { l2Rules } from './l2/rules.ts';
import { l3hwRules } from './l3hw/rules.ts';
import { mtuRules } from './mtu/rules.ts';
import { opsRules } from './ops/rules.ts';
import { inRootOrder } from './root-order.ts';
import { routeRules } from './route/rules.ts';
import type { Rule } from './rule.ts';
import { vxlanRules } from './vxlan/rules.ts';

export const rules: readonly Rule[] = inRootOrder([
  ...l3hwRules,
  ...routeRules,
  ...vxlanRules,
  ...mtuRules,
  ...l2Rules,
  ...aclRules,
  ...firewallRules,
  ...fastpathRules,
  ...cpuL2Rules,
  ...opsRules,
]);

/** Of rules that judge a change: a plan says them, and nothing else does. */
export const planCodes: ReadonlySet<string> = new Set(
  rules.filter(({ needs }) => needs === 'plan').map(({ id }) => id),
);
