// Ways into an interface as a switch chip sees them: by ingress port, and by tag where a port carries more.

import { evidenceOf } from '../evidence/evidence-of.ts';
import {
  bondsInSwitchRulesRemedy,
  bondsInSwitchRulesSince,
  takesBondsInSwitchRules,
} from '../model/switch-rule-bonds.ts';
import type { LowerContext } from './context.ts';
import type { Attachment, L3Layout } from './layout.ts';
import { say } from './say.ts';

/** One set of ports whose packets are told apart in the same way; a switch rule takes one of them. */
export interface IngressGroup {
  readonly ports: readonly string[];
  /** Set for ports that carry the VLAN tagged. */
  readonly vlanId?: number;
  /** Absent for ports that carry nothing else. */
  readonly vlanHeader?: 'present' | 'not-present';
}

/** Whether every way into an interface is on the routing chip. */
export function isWhollyOnChip(context: LowerContext, l3: L3Layout): boolean {
  return l3.attachments.every(({ name }) => isOnChip(context, name));
}

function isOnChip(context: LowerContext, name: string): boolean {
  const { layout, target } = context;
  const chip = target.offloadSwitch;
  const bond = layout.bonds.find((each) => each.name === name);
  if (!chip || !(bond?.slaves ?? [name]).every((port) => target.switchOf(port) === chip)) return false;
  if (!bond || takesBondsInSwitchRules(target.routeros)) return true;
  sayBondUnknown(context, bond);
  return false;
}

function sayBondUnknown(context: LowerContext, bond: Pick<Attachment, 'name' | 'origin'>): void {
  say(context, 'lower/bond-in-switch-rule', {
    what: `packets that enter by bond \`${bond.name}\` pass every policy of the switch chip unseen`,
    at: bond.origin,
    why: `RouterOS ${context.target.routeros.text} cannot name a bond in a switch rule; ${bondsInSwitchRulesSince} and newer can.`,
    fix: bondsInSwitchRulesRemedy,
    evidence: evidenceOf('acl/acl-bond-before-7.17'),
  });
}
