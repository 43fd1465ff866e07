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

/** Whether every way into an interface is on the routing chip, and one that its rules can name. */
export function isWhollyOnChip(context: LowerContext, l3: L3Layout): boolean {
  sayUnseenBonds(context, l3);
  return l3.attachments.every((each) => isOnChip(context, each) && !isUnseenBond(context, each));
}

/** Policies that are switch rules pass over what enters an interface by such bonds. */
export function sayUnseenBonds(context: LowerContext, { attachments }: L3Layout): void {
  for (const each of attachments) if (isUnseenBond(context, each)) sayBondUnknown(context, each);
}

/** A bond of ports of the chip that this version cannot name. */
function isUnseenBond(context: LowerContext, attachment: Attachment): boolean {
  const isBond = attachment.kind === 'bond' && !takesBondsInSwitchRules(context.target.routeros);
  return isBond && isOnChip(context, attachment);
}

function isOnChip({ target }: LowerContext, { ports }: Attachment): boolean {
  const chip = target.offloadSwitch;
  return chip !== undefined && ports.every((port) => target.switchOf(port) === chip);
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
