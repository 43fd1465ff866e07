// The page of a code, for `rosc explain`, SARIF and docs/rules/: from the rule itself, or from codes.ts.

import { type CodePage, codes } from '../diagnostics/codes.ts';
import { evidenceOf } from '../evidence/evidence-of.ts';
import type { Rule } from '../offload/rule.ts';
import { rules } from '../offload/rules.ts';

export interface Page extends CodePage {
  readonly code: string;
  /** The whole page as text. */
  readonly text: string;
  readonly rule?: Rule;
}

export const costNames = {
  C: 'critical: a policy is bypassed, or an outage',
  H: 'high: throughput collapses',
  M: 'medium',
  L: 'low',
  i: 'information',
} as const;

/** By full code (`l3hw/l3hw-switch-off`) or by bare rule id (`l3hw-switch-off`). */
export function pageOf(code: string): Page | undefined {
  const rule = rules.find(({ id }) => id === code || id.split('/')[1] === code);
  if (rule) return rulePage(rule);
  const known = Object.entries(codes).find(([id]) => id === code);
  if (!known) return undefined;
  const [id, { summary, help }] = known;
  return { code: id, summary, help, text: `${id}\n\n${sentence(summary)}\n\n${help}\n` };
}

function sentence(text: string): string {
  return text.endsWith('.') ? text : `${text}.`;
}

/** Every code that has a page, for near names and completion. */
export function pageCodes(): readonly string[] {
  return [...rules.map(({ id }) => id), ...Object.keys(codes)].sort();
}

function rulePage(rule: Rule): Page {
  const evidence = evidenceOf(rule.id).map(({ grade, claim, citation }) => `  ${grade}: ${claim} [${citation}]`);
  const text = [
    rule.id,
    '',
    `${rule.summary}.`,
    '',
    `Cost: ${costNames[rule.cost]}`,
    `Needs: ${needs[rule.needs]}`,
    '',
    `Why: ${rule.why}`,
    `Remedy: ${rule.remedy}`,
    ...(rule.uncertainty ? [`Not certain: ${rule.uncertainty}`] : []),
    '',
    'Evidence',
    ...evidence,
    ...(rule.facts.length > 0 ? ['', `Facts read: ${rule.facts.join(', ')}`] : []),
    '',
  ].join('\n');
  return { code: rule.id, summary: rule.summary, help: `${rule.why} ${rule.remedy}`, text, rule };
}

const needs = {
  configuration: 'a configuration: a site, an export or a device',
  live: 'a device: the rule judges what it reports about itself',
  plan: 'a plan: `rosc plan` and `rosc apply` judge the changes in their order, before anything is sent',
} as const;
