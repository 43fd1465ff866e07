// RULES.md: every rule with its evidence and one example, generated so that document and program cannot part.

import { codes } from '../diagnostics/codes.ts';
import { evidenceOf } from '../evidence/evidence-of.ts';
import { notRules } from '../offload/not-rules.ts';
import type { Rule } from '../offload/rule.ts';
import { ruleGroups } from '../offload/rule.ts';
import { costNames } from './page.ts';

const groupTitles: Readonly<Record<(typeof ruleGroups)[number], string>> = {
  l3hw: 'L3 hardware offloading: switch, ports, VLANs',
  route: 'Routes, neighbours, VRFs and policy routing',
  vxlan: 'VXLAN',
  mtu: 'MTU',
  l2: 'Bridge, bonding and snooping in hardware',
  acl: 'Switch rules',
  firewall: 'Firewall, NAT and FastTrack',
  fastpath: 'FastPath of the CPU',
  'cpu-l2': 'Bridging on devices without L3 offloading',
  ops: 'Operation',
};

/**
 * `exampleOf` gives what rosc says of a configuration in which the rule applies; rules without one judge live devices
 * or plans.
 */
export function rulesDocument(rules: readonly Rule[], exampleOf: (id: string) => string | undefined): string {
  const lines = [
    '# Rules',
    '',
    'What costs hardware offload, or lets the chip bypass a policy, with the evidence for each statement. Generated from the',
    'rules and their fixtures: `pnpm test -u` rewrites it. `rosc explain CODE` prints one entry.',
    '',
  ];
  for (const group of ruleGroups) {
    const own = rules.filter(({ id }) => id.startsWith(`${group}/`));
    if (own.length === 0) continue;
    lines.push(`## ${groupTitles[group]}`, '', '| rule | cost | what it says |', '|---|---|---|');
    for (const { id, cost, summary } of own) lines.push(`| [${id}](#${anchor(id)}) | ${cost} | ${cell(summary)} |`);
    lines.push('');
    for (const rule of own) lines.push(...entry(rule, exampleOf(rule.id)));
  }
  lines.push(
    '## No rules',
    '',
    'Known limits that no configuration shows.',
    '',
    '| limit | why it is no rule |',
    '|---|---|',
  );
  for (const { id, why } of notRules) lines.push(`| \`${id}\` | ${cell(why)} |`);
  lines.push('', '## Other codes', '', '| code | what it reports |', '|---|---|');
  for (const [code, { summary }] of Object.entries(codes)) lines.push(`| \`${code}\` | ${cell(summary)} |`);
  return `${lines.join('\n')}\n`;
}

function entry({ id, cost, why, remedy, doubt, facts, needs }: Rule, example: string | undefined): string[] {
  const lines = [`### ${id}`, '', why, '', `**Remedy.** ${remedy}`, ''];
  if (doubt) lines.push(`**Doubt.** ${doubt}`, '');
  lines.push(`Cost ${cost} (${costNames[cost]}). ${neededFor[needs]}`);
  if (facts.length > 0) lines.push(`Facts: ${facts.map((fact) => `\`${fact}\``).join(', ')}.`);
  lines.push('', ...evidenceOf(id).map(({ grade, claim, citation }) => `- ${grade}: ${claim} [${citation}]`), '');
  if (example === undefined) return lines;
  lines.push('```text', example.trimEnd(), '```', '');
  return lines;
}

const neededFor: Readonly<Record<Rule['needs'], string>> = {
  configuration: 'Needs a configuration.',
  live: 'Needs a live device.',
  plan: 'Needs a plan: said by `rosc plan`, and by `rosc apply` before it sends anything.',
};

function anchor(id: string): string {
  return id.replace(/[^a-z0-9-]/g, '');
}

function cell(text: string): string {
  return text.replace(/\|/g, '\\|');
}
