// The shape of an offload rule: metadata, the facts that it reads, and a pure check. One rule, one file, one restriction.

import type { Evidence, Fix, Label } from '../diagnostics/diagnostic.ts';
import type { Network } from '../forwarding/network.ts';
import type { Config, Item } from '../model/config.ts';
import type { Datapath, Placement } from '../model/placement.ts';
import type { ChipFactKey, ModelFactKey } from '../profile/fact.ts';
import type { Target } from '../profile/target.ts';

/** The catalogue's scale: critical, high, medium, low, information. */
export type Cost = 'C' | 'H' | 'M' | 'L' | 'i';

export const ruleGroups = [
  'l3hw',
  'route',
  'vxlan',
  'mtu',
  'l2',
  'acl',
  'firewall',
  'fastpath',
  'cpu-l2',
  'ops',
] as const;
export type RuleGroup = (typeof ruleGroups)[number];

export interface RuleContext {
  readonly config: Config;
  readonly target: Target;
  readonly network: Network;
}

/** One place where a rule bites. */
export interface Finding {
  /** The item whose placement suffers. */
  readonly subject: Item;
  readonly placement: Placement;
  readonly what: string;
  readonly primary: Label;
  readonly related?: readonly Label[];
  readonly evidence?: readonly Evidence[];
  readonly fix?: Fix;
  /** Where this place is worse or milder than the rule's own cost. */
  readonly cost?: Cost;
  /** In place of the rule's own `why`, where the place changes the consequence. */
  readonly why?: string;
}

export interface Rule {
  /** `<group>/<id>` = path under src/offload = fixtures folder = diagnostic code = anchor in RULES.md. */
  readonly id: `${RuleGroup}/${string}`;
  readonly cost: Cost;
  readonly datapath: Datapath;
  /** `configuration` rules need a config alone; `live` rules judge state that was read from a device. */
  readonly needs: 'configuration' | 'live' | 'plan';
  /** Every fact that `check` reads; a test catches a read that is not listed. */
  readonly facts: readonly (ChipFactKey | ModelFactKey)[];
  /** One sentence: the restriction. */
  readonly summary: string;
  /** The consequence, no more than the evidence supports. */
  readonly why: string;
  readonly remedy: string;
  /** How the restriction itself is known. */
  readonly evidence: readonly Evidence[];
  /** Where sources disagree, or what nobody has measured. */
  readonly doubt?: string;
  check(context: RuleContext): readonly Finding[];
}

export function defineRule(rule: Rule): Rule {
  return rule;
}
