// What a policy says, before it becomes rules of any device: layers of first-match rules, each rule a set of packets.

import type { Location } from '../../source/location.ts';
import type { PacketSet } from './packet-set.ts';

/**
 * What finally happens to a packet. `pass` = it is routed as the tables say. `local` = it is for the device, and
 * comes to its CPU whether a rule lets it pass or sends it there.
 */
export type Verdict =
  | { readonly kind: 'local' }
  | { readonly kind: 'drop' }
  | ({ readonly kind: 'pass' } & Limited)
  | ({ readonly kind: 'cpu' } & Limited)
  | ({ readonly kind: 'vrf'; readonly vrf: string } & Limited);

interface Limited {
  /** Packets beyond it are dropped. */
  readonly limit?: Limit;
}

/** A rate that all packets of one sentence have together. */
export interface Limit {
  readonly bps: number;
  /** The sentence; undefined where a rule was read back. */
  readonly by?: string;
}

export const pass: Verdict = { kind: 'pass' };
export const local: Verdict = { kind: 'local' };
export const drop: Verdict = { kind: 'drop' };
export const toCpu: Verdict = { kind: 'cpu' };

export function isSameVerdict(a: Verdict, b: Verdict): boolean {
  if (!isSameLimit(limitOf(a), limitOf(b))) return false;
  if (a.kind !== 'vrf' || b.kind !== 'vrf') return a.kind === b.kind;
  return a.vrf === b.vrf;
}

export function limitOf(verdict: Verdict): Limit | undefined {
  return verdict.kind === 'local' || verdict.kind === 'drop' ? undefined : verdict.limit;
}

function isSameLimit(a: Limit | undefined, b: Limit | undefined): boolean {
  if (!a || !b) return a === b;
  return a.bps === b.bps && (a.by === undefined || b.by === undefined || a.by === b.by);
}

/** What is dropped, or is for the device, has no rate. */
export function withLimit(verdict: Verdict, limit: Limit | undefined): Verdict {
  return !limit || verdict.kind === 'local' || verdict.kind === 'drop' ? verdict : { ...verdict, limit };
}

/** A packet that several sentences limit has the smallest rate. */
export function stricter(a: Limit | undefined, b: Limit | undefined): Limit | undefined {
  if (!a || !b) return a ?? b;
  return b.bps < a.bps ? b : a;
}

/** Whether a verdict does what is wanted. */
export function fulfils(given: Verdict, wanted: Verdict): boolean {
  if (wanted.kind === 'local') return given.kind !== 'drop' && given.kind !== 'vrf' && !limitOf(given);
  return isSameVerdict(given.kind === 'local' ? pass : given, wanted);
}

export function printVerdict(verdict: Verdict): string {
  if (verdict.kind === 'local') return 'pass';
  const limit = limitOf(verdict);
  const rate = limit ? ` at most ${limit.bps} bit/s` : '';
  return `${verdict.kind === 'vrf' ? `vrf ${verdict.vrf}` : verdict.kind}${rate}`;
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
  /** Of a permit: what its packets have at most. */
  readonly limit?: Limit;
  readonly cause: Cause;
  /** The sentences of a rule that stands for several. */
  readonly parts?: PolicyRule['parts'];
}

/** A packet must pass every layer, in order; one that no rule of a layer matches passes it. */
export interface Layer {
  readonly name: string;
  /** Layers that judge drop packets; the ones that steer, after them, choose the way of what is left. */
  readonly stage: 'judge' | 'steer';
  readonly rules: readonly LayerRule[];
}
