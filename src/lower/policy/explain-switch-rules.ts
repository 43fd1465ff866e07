// Why each sentence of the site became the switch rules that it became, and what each of them costs.

import { type AclRule, sidesOf } from '../../intent/schema-policy.ts';
import { printBitRate } from '../../model/rates.ts';
import type { LowerContext } from '../context.ts';
import type { Choice } from '../lowered.ts';
import type { AclsOnCpu } from './acl-firewall.ts';
import { judgingAcls } from './acl-layers.ts';
import { type Fitted, isByDestination } from './budget.ts';

import { type Cause, type PolicyRule, pass, treatmentOf } from './policy-rule.ts';

/** What the site does not say by a name of its own: implicit permits, the management network, uplinks. */
export function explainSwitchRules(
  { choices }: LowerContext,
  table: readonly PolicyRule[],
  used: ReadonlyMap<string, number>,
): void {
  for (const [name, { rule, cause }] of partsByName(table)) {
    const entries = used.get(name) ?? 0;
    // Policies with names explain themselves: their switch rules are one part of them.
    if (entries === 0 || /^(pbr|acl|nat|firewall) /.test(name)) continue;
    choices.push({ rule: name, origin: cause.origin, form: formOf(rule), rejected: [], entries });
  }
}

export interface WrittenAcls {
  readonly fitted: Fitted;
  /** Switch-rule entries by sentence. */
  readonly inChip: ReadonlyMap<string, number>;
  readonly onCpu: AclsOnCpu;
}

export function explainAcls(context: LowerContext, { fitted, inChip, onCpu }: WrittenAcls): void {
  const written = partsByName(fitted.table);
  const routed = partsByName(fitted.blackholes);
  for (const { name, acl, places } of judgingAcls(context)) {
    for (const [index, rule] of acl.rules.entries()) {
      const label = `acl ${name}/${index + 1}`;
      // A rule that became a route explained itself.
      if (routed.has(label)) continue;
      const entries = inChip.get(label) ?? 0;
      const inTable = written.get(label)?.rule;
      const forms = [...(entries > 0 ? [formOf(inTable)] : []), ...cpuForms(onCpu, label, entries)];
      const form = forms.join(', and ') || formWithoutEntry(rule, inTable);
      const rejected = entries > 0 ? rejectedForms(inTable) : [];
      context.choices.push({ rule: label, origin: places.at('rules', index), form, rejected, entries });
    }
  }
}

const fallbackForm = 'the same in the raw table for when the CPU routes';
const cpuForm = 'rule in the raw table, because the CPU routes these packets';
const shared = 'no entry of its own: another rule has it in its entries';

function partsByName(table: readonly PolicyRule[]): ReadonlyMap<string, { rule: PolicyRule; cause: Cause }> {
  const parts = table.flatMap((rule) => rule.parts.map(({ cause }) => ({ rule, cause })));
  return new Map([...parts].reverse().map((part) => [part.cause.rule, part]));
}

function cpuForms({ routed, rules }: AclsOnCpu, label: string, entries: number): readonly string[] {
  if (routed.has(label)) return [cpuForm];
  return rules.has(label) && entries > 0 ? [fallbackForm] : [];
}

function formWithoutEntry(rule: AclRule, inTable: PolicyRule | undefined): string {
  if (inTable) return shared;
  return sidesOf(rule).key === 'permit'
    ? 'no entry: nothing after it would drop these packets'
    : 'no entry: other rules drop these packets already';
}

function formOf(rule: PolicyRule | undefined): string {
  const verdict = rule?.verdict ?? pass;
  const { limit, mark } = treatmentOf(verdict);
  const treatments = [
    ...(limit ? [`lets pass at most ${printBitRate(limit.bps)}`] : []),
    ...(mark ? [`marks with QoS profile ${mark.profile}`] : []),
  ];
  if (treatments.length > 0) return `switch rule that ${treatments.join(' and ')}`;
  switch (verdict.kind) {
    case 'pass':
    case 'local':
      return 'switch rule that lets pass, ahead of rules that drop';
    case 'drop':
      return 'switch rule that drops';
    case 'cpu':
      return 'switch rule that sends to the CPU';
    case 'vrf':
      return `switch rule that moves to VRF ${verdict.vrf}`;
  }
}

function rejectedForms(rule: PolicyRule | undefined): Choice['rejected'] {
  if (rule?.verdict.kind !== 'drop') return [];
  const reason = isByDestination(rule.match)
    ? 'it would drop for every source, and the device itself would not get there either'
    : 'a route looks at the destination alone';
  return [
    { form: 'firewall rule alone', reason: 'what the chip routes never meets the firewall' },
    { form: 'blackhole route', reason },
    { form: 'CPU by a narrow redirect', reason: 'the switch rules have room' },
  ];
}
