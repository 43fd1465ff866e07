// Runs every rule on a config and folds what they find into verdicts and diagnostics.

import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { Network } from '../forwarding/network.ts';
import type { Config } from '../model/config.ts';
import type { Target } from '../profile/target.ts';
import type { SourceFile } from '../source/location.ts';
import { type Acceptance, acceptanceDiagnostics, acceptancesOf } from './accept.ts';
import { capacityOf } from './capacity.ts';
import { type Found, judge } from './findings.ts';
import { type NetworkAfter, withSafeFix } from './reaudit.ts';
import type { Rule, RuleContext } from './rule.ts';
import { rules as allRules, planCodes } from './rules.ts';
import type { AnalysisContext } from './severity.ts';
import { unmodelledIn } from './unmodelled.ts';
import type { Capacity, Verdict } from './verdict.ts';
import { verdictsOf } from './verdicts.ts';

export interface AnalysisInput {
  readonly config: Config;
  readonly target: Target;
  readonly network: Network;
  readonly context: AnalysisContext;
  /** Texts that `rosc:ignore` comments are looked for in; absent = every text that an item comes from. */
  readonly files?: readonly SourceFile[];
  /** Absent = all. */
  readonly rules?: readonly Rule[];
  /** By this, fixes are judged before they are offered; absent = nobody reads them. */
  readonly after?: NetworkAfter;
}

export interface Analysis {
  readonly verdicts: readonly Verdict[];
  /** Loudest first; among equals the root cause first. */
  readonly diagnostics: readonly Diagnostic[];
  /** Findings that a `rosc:ignore` comment accepts. */
  readonly accepted: readonly Diagnostic[];
  readonly capacity: readonly Capacity[];
}

export function analyze(input: AnalysisInput): Analysis {
  const { config, target, network, context, after } = input;
  const found = findAll({ config, target, network }, input.rules ?? allRules, context);
  const unmodelled = unmodelledIn(config, network);
  const acceptances = (input.files ?? filesOf(config)).flatMap(acceptancesOf);
  const { diagnostics, accepted, used } = judge(found, acceptances);
  return {
    verdicts: verdictsOf(network, found, unmodelled.items),
    diagnostics: [
      ...(after ? diagnostics.map((each) => withSafeFix(each, network, after)) : diagnostics),
      ...unmodelled.diagnostics,
      ...acceptanceDiagnostics(acceptances.filter(isAsked), used),
    ],
    accepted,
    capacity: capacityOf(network),
  };
}

/** Rules that need live state run on a device alone; rules about changes are asked by the plan (`changes.ts`). */
function findAll(context: RuleContext, rules: readonly Rule[], where: AnalysisContext): readonly Found[] {
  const found: Found[] = [];
  for (const rule of rules) {
    if (rule.needs === 'plan' || (rule.needs === 'live' && where !== 'device')) continue;
    for (const finding of rule.check(context)) found.push({ rule, finding });
  }
  return found;
}

/** Whether a comment accepts nothing is for the plan to say where its rules are meant. */
function isAsked({ code, reason }: Acceptance): boolean {
  return reason === '' || !planCodes.has(code);
}

function filesOf(config: Config): readonly SourceFile[] {
  const files = new Set<SourceFile>();
  for (const { origin } of config.items) if (origin.kind === 'source') files.add(origin.file);
  return [...files];
}
