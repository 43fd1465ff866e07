// How loud a finding is: the catalogue's cost, read in the context that the analysis runs in.

import type { Severity } from '../diagnostics/diagnostic.ts';
import type { Placement } from '../model/placement.ts';
import type { Cost } from './rule.ts';

/**
 * `audit` judges a file that rosc never wrote, `device` a running router, `site` an intent whose flows carry the
 * expectations, `planned` a router as the plan of such an intent leaves it: what stands beside the site is as loud as
 * what stands in it.
 */
export type AnalysisContext = 'site' | 'audit' | 'device' | 'planned';

const audit: Readonly<Record<Cost, Severity>> = { C: 'error', H: 'error', M: 'warning', L: 'note', i: 'note' };
const site: Readonly<Record<Cost, Severity>> = { C: 'error', H: 'warning', M: 'warning', L: 'note', i: 'note' };

/**
 * `unknown` says what rosc does not know, not what is wrong: a note, or a warning where a site relies on the answer.
 */
export function severityOf(cost: Cost, placement: Placement, context: AnalysisContext): Severity {
  if (placement === 'unknown') return context === 'site' && cost !== 'i' && cost !== 'L' ? 'warning' : 'note';
  return (context === 'site' || context === 'planned' ? site : audit)[cost];
}
