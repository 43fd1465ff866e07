// Runs every rule on a config and folds what they find into verdicts and diagnostics.

import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { Network } from '../forwarding/network/network.ts';
import type { Config } from '../model/config.ts';
import type { SourceFile } from '../source/location.ts';
import { type Acceptance, acceptancesOf, unusedAcceptance } from './accept.ts';
import { capacityOf } from './capacity.ts';
import { type CapacityLimits, capacityDiagnostics } from './capacity-limits.ts';
import { type Found, judge } from './findings.ts';
import { type NetworkAfter, withJudgedFixes } from './reaudit.ts';
import type { Rule, RuleContext } from './rule.ts';
import { rules as allRules, planCodes } from './rules.ts';
import type { AnalysisContext } from './severity.ts';
import { unmodelledIn } from './unmodelled.ts';
import type { Capacity, Verdict } from './verdict.ts';
import { verdictsOf } from './verdicts.ts';

export interface AnalysisInput extends RuleContext {
  readonly context: AnalysisContext;
  /** Texts that `rosc:ignore` comments are looked for in; absent = every text that an item comes from. */
  readonly files?: readonly SourceFile[];
  /** Absent = all. */
  readonly rules?: readonly Rule[];
  /** By this, fixes are judged before they are offered; absent = nobody reads them. */
  readonly after?: NetworkAfter;
  /** How full tables may be; absent = nobody asks. */
  readonly limits?: CapacityLimits;
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
  const { config, network, after, limits } = input;
  const found = findIn(network, input);
  const acceptances = (input.files ?? filesOf(config)).flatMap(acceptancesOf);
  const { diagnostics, accepted, used } = judge(found, acceptances);
  const capacity = capacityOf(network);
  const findAgain = (changed: Network) => judge(findIn(changed, input), acceptances).diagnostics;
  return {
    verdicts: verdictsOf(network, found),
    diagnostics: [
      ...(after ? withJudgedFixes(diagnostics, network, { after, find: findAgain }) : diagnostics),
      ...unmodelledIn(config, network),
      ...acceptances.filter((each) => isAsked(each) && !used.has(each)).map(unusedAcceptance),
      ...(limits ? capacityDiagnostics(network, capacity, limits) : []),
    ],
    accepted,
    capacity,
  };
}

/** Rules that need live state run on a device alone; rules about changes are asked by the plan (`changes.ts`). */
function findIn(network: Network, { target, rules = allRules, context }: AnalysisInput): readonly Found[] {
  const { config } = network;
  return rules
    .filter(({ needs }) => needs === 'configuration' || (needs === 'live' && context === 'device'))
    .flatMap((rule) => rule.check({ config, target, network }).map((finding) => ({ rule, finding })));
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
