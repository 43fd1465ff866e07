// Why each sentence of the site became the switch rules that it became, and what each of them costs.

import type { AclRule } from '../../intent/schema-policy.ts';
import type { LowerContext } from '../context.ts';
import type { Choice } from '../lowered.ts';
import { judgingAcls, sidesOf } from './acl-layers.ts';
import type { PolicyRule } from './policy-rule.ts';

/** Policy routing explains itself: its switch rules are one part of it. */
export function explainSwitchRules(
  context: LowerContext,
  table: readonly PolicyRule[],
  used: ReadonlyMap<string, number>,
): void {
  const parts = table.flatMap((rule) => rule.parts.map(({ cause }) => ({ rule, cause })));
  const byName = new Map([...parts].reverse().map((part) => [part.cause.rule, part]));
  for (const [name, { rule, cause }] of byName) {
    const entries = used.get(name) ?? 0;
    if (entries === 0 || name.startsWith('pbr ') || name.startsWith('acl ')) continue;
    context.choices.push({ rule: name, origin: cause.origin, form: formOf(rule), rejected: [], entries });
  }
  if (!context.target.offloadSwitch) return;
  for (const { name, acl, places } of judgingAcls(context)) {
    for (const [index, rule] of acl.rules.entries()) {
      const label = `acl ${name}/${index + 1}`;
      const entries = used.get(label) ?? 0;
      const written = byName.get(label)?.rule;
      const form =
        written && entries > 0
          ? formOf(written)
          : written
            ? 'no entry of its own: another rule has it in its entries'
            : withoutEntry(rule);
      context.choices.push({
        rule: label,
        origin: places.at('rules', index),
        form,
        rejected: rejected(written),
        entries,
      });
    }
  }
}

function withoutEntry(rule: AclRule): string {
  return sidesOf(rule).key === 'permit'
    ? 'no entry: nothing after it would drop these packets'
    : 'no entry: other rules drop these packets already';
}

function formOf({ verdict }: PolicyRule): string {
  switch (verdict.kind) {
    case 'pass':
      return 'switch rule that lets pass, ahead of rules that drop';
    case 'drop':
      return 'switch rule that drops';
    case 'cpu':
      return 'switch rule that sends to the CPU';
    case 'vrf':
      return `switch rule that moves to VRF ${verdict.vrf}`;
  }
}

function rejected(rule: PolicyRule | undefined): Choice['rejected'] {
  if (rule?.verdict.kind !== 'drop') return [];
  return [
    { form: 'firewall rule', reason: 'what the chip routes never meets the firewall' },
    { form: 'blackhole route', reason: 'it would drop for every source' },
  ];
}
