// Findings become diagnostics: what is accepted is taken out, what says the same becomes one, what has one cause is
// joined, and the costliest comes first.

import { type Diagnostic, type Fix, severities } from '../diagnostics/diagnostic.ts';
import { manualFix } from '../diagnostics/manual-fix.ts';
import { evidenceOf } from '../evidence/evidence-of.ts';
import { computeIfAbsent, firstOfEach, groupBy, type Some } from '../source/grouping.ts';
import { locationKey } from '../source/location.ts';
import { type Acceptance, acceptedBy } from './accept.ts';
import { mergeFixes } from './fix.ts';
import { compareLocations, oncePerPlace, sameLocation } from './locations.ts';
import { type Cost, costs, type Finding, type Rule } from './rule.ts';
import { isAskedFor, severityOf } from './severity.ts';

/** A finding with the rule that made it. */
export interface Found {
  readonly rule: Rule;
  readonly finding: Finding;
}

interface Ranked {
  readonly diagnostic: Diagnostic;
  readonly cost: Cost;
  readonly rule: Rule;
}

export interface Judged {
  readonly diagnostics: readonly Diagnostic[];
  readonly accepted: readonly Diagnostic[];
  /** The comments that accepted something. */
  readonly used: ReadonlySet<Acceptance>;
}

/** `found` in the order of its rules: among equals, the earlier rule is the root cause. */
export function judge(found: readonly Found[], acceptances: readonly Acceptance[]): Judged {
  const open: Found[] = [];
  const accepted: Found[] = [];
  const used = new Set<Acceptance>();
  for (const each of found) {
    const { finding, rule } = each;
    const comment = acceptedBy(rule.id, [finding.primary.at, finding.subject.origin], acceptances);
    if (comment) used.add(comment);
    (comment ? accepted : open).push(each);
  }
  return { diagnostics: diagnosticsOf(open), accepted: diagnosticsOf(accepted), used };
}

function diagnosticsOf(found: readonly Found[]): readonly Diagnostic[] {
  const groups = groupBy(found, ({ rule, finding }) => {
    const cost = finding.cost ?? rule.cost;
    return [rule.id, finding.what, cost, severityOf(cost, finding, isAskedFor(finding, rule))].join('\n');
  });
  const ranked = [...groups.values()].map(rankedOf);
  const order = new Map(ranked.map(({ rule }, index) => [rule.id, index] as const).reverse());
  return joined(ranked)
    .sort((a, b) => compareRanked(a, b, order))
    .map(({ diagnostic }) => diagnostic);
}

function rankedOf(group: Some<Found>): Ranked {
  const [{ rule, finding }, ...others] = group;
  const { what, primary, why = rule.why, cost = rule.cost } = finding;
  const findings = group.map((each) => each.finding);
  const labels = [...others.map((each) => each.finding.primary), ...findings.flatMap(({ related }) => related ?? [])];
  const evidence = [...findings.flatMap((each) => each.evidence ?? []), ...evidenceOf(rule.id)];
  return {
    rule,
    cost,
    diagnostic: {
      code: rule.id,
      severity: severityOf(cost, finding, isAskedFor(finding, rule)),
      what,
      primary,
      related: oncePerPlace(labels.filter(({ at }) => !sameLocation(at, primary.at))),
      why,
      evidence: firstOfEach(evidence, ({ citation, claim }) => `${citation}\n${claim}`),
      fix: mergeFixes(findings.flatMap(({ fix }) => fix ?? [])) ?? remedyOf(rule),
      ...(findings.some(({ placement }) => placement === 'unpredictable') && { isUnpredictable: true }),
    },
  };
}

export function remedyOf(rule: Rule): Fix {
  return manualFix(rule.remedy);
}

/** A diagnostic that another one at the same place explains becomes that one's `also`. */
function joined(ranked: readonly Ranked[]): Ranked[] {
  const causes = new Map<string, Ranked>();
  for (const cause of ranked) {
    for (const code of cause.rule.implies ?? []) computeIfAbsent(causes, `${code} ${placeOf(cause)}`, () => cause);
  }
  const explained = new Map<Ranked, Ranked>();
  for (const effect of ranked) {
    const cause = causes.get(`${effect.rule.id} ${placeOf(effect)}`);
    if (cause && rootOf(cause, explained) !== effect) explained.set(effect, cause);
  }
  return [...groupBy(ranked, (each) => rootOf(each, explained))].map(([root, all]) => {
    const also = [...new Set(all.flatMap((each) => (each === root ? [] : each.rule.id)))];
    return also.length === 0 ? root : { ...root, diagnostic: { ...root.diagnostic, also } };
  });
}

function placeOf({ diagnostic }: Ranked): string {
  return locationKey(diagnostic.primary.at);
}

/** The cause of the cause, and so on. */
function rootOf(effect: Ranked, explained: ReadonlyMap<Ranked, Ranked>): Ranked {
  let root = effect;
  for (let next = explained.get(root); next; next = explained.get(root)) root = next;
  return root;
}

function compareRanked(a: Ranked, b: Ranked, order: ReadonlyMap<string, number>): number {
  return (
    severities.indexOf(a.diagnostic.severity) - severities.indexOf(b.diagnostic.severity) ||
    costs.indexOf(a.cost) - costs.indexOf(b.cost) ||
    (order.get(a.rule.id) ?? 0) - (order.get(b.rule.id) ?? 0) ||
    compareLocations(a.diagnostic.primary.at, b.diagnostic.primary.at)
  );
}
