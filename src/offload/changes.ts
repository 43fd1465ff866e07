// Asks the rules that judge a sequence of changes rather than a config: what the order itself does to forwarding.

import type { ChangeFinding, PlannedChange, Rule, RuleContext } from './rule.ts';
import { rules as allRules } from './rules.ts';

export interface JudgedChange extends ChangeFinding {
  readonly rule: Rule;
}

/** `before` is the state that the first change meets. */
export function judgeChanges(
  changes: readonly PlannedChange[],
  before: RuleContext,
  rules: readonly Rule[] = allRules,
): readonly JudgedChange[] {
  return rules.flatMap((rule) => (rule.judge?.(changes, before) ?? []).map((finding) => ({ ...finding, rule })));
}
