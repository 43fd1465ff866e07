// What a policy says, before it becomes rules of any device: layers of first-match rules, each rule a set of packets.

import type { Location } from '../../source/location.ts';
import type { PacketSet } from './packet-set.ts';

/** What finally happens to a packet. `pass` = it is routed as the tables say. */
export type Verdict =
  | { readonly kind: 'pass' }
  | { readonly kind: 'drop' }
  | { readonly kind: 'cpu' }
  | { readonly kind: 'vrf'; readonly vrf: string };

export const pass: Verdict = { kind: 'pass' };
export const drop: Verdict = { kind: 'drop' };
export const toCpu: Verdict = { kind: 'cpu' };

export function isSameVerdict(a: Verdict, b: Verdict): boolean {
  if (a.kind !== 'vrf' || b.kind !== 'vrf') return a.kind === b.kind;
  return a.vrf === b.vrf;
}

/** The sentence of the site that a rule comes from. */
export interface Cause {
  /** As `Choice.rule` names it: `acl guests-isolated/2`, `implicit own-address`. */
  readonly rule: string;
  /** Stands in the tags of the items: `acl`, `guests-isolated`. */
  readonly tag: readonly string[];
  readonly origin: Location;
  readonly description?: string;
}

/** One entry of a flat first-match list. */
export interface PolicyRule {
  readonly match: PacketSet;
  readonly verdict: Verdict;
  readonly cause: Cause;
}

/** `permit`: this layer has nothing against it, and the next is asked. A verdict ends the matter. */
export interface LayerRule {
  readonly match: PacketSet;
  readonly effect: 'permit' | Verdict;
  readonly cause: Cause;
}

/** A packet must pass every layer, in order; one that no rule of a layer matches passes it. */
export interface Layer {
  readonly name: string;
  readonly rules: readonly LayerRule[];
}
