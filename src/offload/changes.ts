// Asks the rules that judge a sequence of changes rather than a config: what the order itself does to forwarding.

import type { Diagnostic, Label } from '../diagnostics/diagnostic.ts';
import { evidenceOf } from '../evidence/evidence-of.ts';
import { groupBy } from '../source/grouping.ts';
import { locationKey } from '../source/location.ts';
import { acceptancesOf, acceptedBy } from './accept.ts';
import { remedyOf } from './findings.ts';
import type { ChangeFinding, PlannedChange, Rule, RuleContext } from './rule.ts';
import { rules } from './rules.ts';
import { severityOf } from './severity.ts';

export interface JudgedChange extends ChangeFinding {
  readonly rule: Rule;
}

/** `before` is the state that the first change meets. */
export function judgeChanges(changes: readonly PlannedChange[], before: RuleContext): readonly JudgedChange[] {
  return rules.flatMap((rule) => (rule.judge?.(changes, before) ?? []).map((finding) => ({ ...finding, rule })));
}

/** What is found, at the places of the changes (`places[i]` is that of change `i`), without what the site accepts. */
export function changeDiagnostics(judged: readonly JudgedChange[], places: readonly Label[]): readonly Diagnostic[] {
  return judged.flatMap((finding) => {
    const labels = finding.changes.flatMap((index) => places[index] ?? []);
    const isAccepted = labels.every(({ at }) => {
      return at.kind !== 'device' && acceptedBy(finding.rule.id, [at], acceptancesOf(at.file)) !== undefined;
    });
    return isAccepted ? [] : diagnosticOf(finding, labels);
  });
}

function diagnosticOf({ rule, what, cost = rule.cost }: JudgedChange, labels: readonly Label[]): readonly Diagnostic[] {
  const [primary, ...related] = joined(labels);
  if (!primary) throw new Error(`${rule.id} is about no change`);
  return [
    {
      code: rule.id,
      severity: severityOf(cost, { placement: 'hardware' }, true),
      what,
      primary,
      related,
      why: rule.why,
      evidence: evidenceOf(rule.id),
      fix: remedyOf(rule),
    },
  ];
}

/** One label a place, however many changes come from there. */
function joined(labels: readonly Label[]): readonly Label[] {
  return [...groupBy(labels, ({ at }) => locationKey(at)).values()].map(([first, ...more]) => {
    return more.length === 0 ? first : { ...first, text: `${first.text}, and ${more.length} more` };
  });
}
