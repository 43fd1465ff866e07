// What a policy says, before it becomes rules of any device: layers of first-match rules, each rule a set of packets.

import type { Location } from '../../source/location.ts';
import type { PacketSet } from './packet-set.ts';

/**
 * What finally happens to a packet. `pass` = it is routed as the tables say. `local` = it is for the device, and
 * comes to its CPU whether a rule lets it pass or sends it there.
 */
export type Verdict =
  | { readonly kind: 'pass' }
  | { readonly kind: 'local' }
  | { readonly kind: 'drop' }
  | { readonly kind: 'cpu' }
  | { readonly kind: 'vrf'; readonly vrf: string };

export const pass: Verdict = { kind: 'pass' };
export const local: Verdict = { kind: 'local' };
export const drop: Verdict = { kind: 'drop' };
export const toCpu: Verdict = { kind: 'cpu' };

export function isSameVerdict(a: Verdict, b: Verdict): boolean {
  if (a.kind !== 'vrf' || b.kind !== 'vrf') return a.kind === b.kind;
  return a.vrf === b.vrf;
}

/** Whether a verdict does what is wanted. */
export function fulfils(given: Verdict, wanted: Verdict): boolean {
  if (wanted.kind === 'local') return given.kind !== 'drop' && given.kind !== 'vrf';
  return isSameVerdict(given.kind === 'local' ? pass : given, wanted);
}

export function printVerdict(verdict: Verdict): string {
  if (verdict.kind === 'local') return 'pass';
  return verdict.kind === 'vrf' ? `vrf ${verdict.vrf}` : verdict.kind;
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

/** The packets that a sentence wants a verdict for. */
export interface Part {
  readonly match: PacketSet;
  readonly cause: Cause;
}

/** One rule of a flat first-match list. */
export interface PolicyRule {
  readonly match: PacketSet;
  readonly verdict: Verdict;
  /** The sentences that it carries out, never none. Together they cover what it matches, or more. */
  readonly parts: readonly [Part, ...Part[]];
}

/**
 * `permit`: this layer has nothing against it, and the next is asked. `accept`: no further layer that judges is
 * asked, only those that steer. A verdict ends the matter.
 */
export interface LayerRule {
  readonly match: PacketSet;
  readonly effect: 'permit' | 'accept' | Verdict;
  readonly cause: Cause;
}

/** A packet must pass every layer, in order; one that no rule of a layer matches passes it. */
export interface Layer {
  readonly name: string;
  /** Layers that judge drop packets; the ones that steer, after them, choose the way of what is left. */
  readonly stage: 'judge' | 'steer';
  readonly rules: readonly LayerRule[];
}
