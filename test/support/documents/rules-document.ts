// docs/rules/: a page for each group of rules, with evidence and one example a rule, and an index; generated so that
// documents and program cannot part.

import { codes } from '../../../src/diagnostics/codes.ts';
import { evidenceOf } from '../../../src/evidence/evidence-of.ts';
import type { Rule } from '../../../src/offload/rule.ts';
import { ruleGroups } from '../../../src/offload/rule.ts';
import { costNames } from '../../../src/report/page.ts';
import { notRules } from './not-rules.ts';

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
 * Pages by file name. `exampleOf` gives what rosc says of a configuration in which the rule applies; rules without one
 * judge live devices or plans.
 */
export function ruleDocuments(
  rules: readonly Rule[],
  exampleOf: (rule: Rule) => string | undefined,
): ReadonlyMap<string, string> {
  const groups = ruleGroups.flatMap((group) => {
    const own = rules.filter(({ id }) => id.startsWith(`${group}/`));
    return own.length === 0 ? [] : [{ group, own }];
  });
  return new Map([
    ['README.md', index(groups)],
    ...groups.map((each): [string, string] => [`${each.group}.md`, groupPage(each, exampleOf)]),
    ['codes.md', codesPage()],
  ]);
}

interface Group {
  readonly group: (typeof ruleGroups)[number];
  readonly own: readonly Rule[];
}

function index(groups: readonly Group[]): string {
  const lines = [
    '# Rules',
    '',
    'What costs hardware offload, or lets the chip bypass a policy, with the evidence for each statement. These pages are',
    'generated from the rules and their fixtures: `pnpm test -u` rewrites them. `rosc explain CODE` prints one entry.',
    '',
    `Cost: ${Object.entries(costNames)
      .map(([cost, name]) => `**${cost}** ${name}`)
      .join('; ')}.`,
  ];
  for (const { group, own } of groups) {
    lines.push('', `## [${groupTitles[group]}](${group}.md)`, '', '| rule | cost | what it says |', '|---|---|---|');
    for (const { id, cost, summary } of own) {
      lines.push(`| [${id}](${group}.md#${anchor(id)}) | ${cost} | ${cell(summary)} |`);
    }
  }
  lines.push('', '## Beside the rules', '', '[Limits that are no rules, and the other codes](codes.md)');
  return `${lines.join('\n')}\n`;
}

function groupPage({ group, own }: Group, exampleOf: (rule: Rule) => string | undefined): string {
  const entries = own.flatMap((rule) => entry(rule, exampleOf(rule)));
  return `${[`# ${groupTitles[group]}`, '', '[All rules](README.md)', '', ...entries].join('\n').trimEnd()}\n`;
}

function codesPage(): string {
  const lines = [
    '# Beside the rules',
    '',
    '[All rules](README.md)',
    '',
    '## No rules',
    '',
    'Known limits that no configuration shows.',
    '',
    '| limit | why it is no rule |',
    '|---|---|',
    ...notRules.map(({ id, why }) => `| \`${id}\` | ${cell(why)} |`),
    '',
    '## Other codes',
    '',
    '| code | what it reports |',
    '|---|---|',
    ...Object.entries(codes)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([code, { summary }]) => `| \`${code}\` | ${cell(summary)} |`),
  ];
  return `${lines.join('\n')}\n`;
}

function entry({ id, cost, why, remedy, uncertainty, facts, needs }: Rule, example: string | undefined): string[] {
  const lines = [`## ${id}`, '', why, '', `**Remedy.** ${remedy}`, ''];
  if (uncertainty) lines.push(`**Not certain.** ${uncertainty}`, '');
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
