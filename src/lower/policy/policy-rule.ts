// What a policy says, before it becomes rules of any device: layers of first-match rules, each rule a set of packets.

import type { Location } from '../../source/location.ts';
import type { IngressPacketSet } from './ingress-packet-set.ts';

/**
 * What finally happens to a packet. `pass` = it is routed as the tables say. `local` = it is for the device, and
 * comes to its CPU whether a rule lets it pass or sends it there.
 */
export type Verdict =
  | { readonly kind: 'local' }
  | { readonly kind: 'drop' }
  | ({ readonly kind: 'pass' } & Treatment)
  | ({ readonly kind: 'cpu' } & Pick<Treatment, 'limit'>)
  | ({ readonly kind: 'vrf'; readonly vrf: string } & Treatment);

/** What happens to packets on their way, beside the way itself. */
export interface Treatment {
  /** Packets beyond it are dropped. */
  readonly limit?: Limit;
  /** The QoS profile that they get in place of the one that the port gave them. */
  readonly mark?: Mark;
}

/** A rate that all packets of one sentence have together. */
export interface Limit {
  readonly bps: number;
  /** The sentence; undefined where a rule was read back. */
  readonly by?: string;
}

export interface Mark {
  readonly profile: string;
  /** Of the profile: the higher one wins where two sentences mark a packet. Undefined where a rule was read back. */
  readonly trafficClass?: number;
}

export const pass: Verdict = { kind: 'pass' };
export const local: Verdict = { kind: 'local' };
export const drop: Verdict = { kind: 'drop' };
export const toCpu: Verdict = { kind: 'cpu' };

export function isSameVerdict(a: Verdict, b: Verdict): boolean {
  const [one, other] = [treatmentOf(a), treatmentOf(b)];
  if (!isSameLimit(one.limit, other.limit) || one.mark?.profile !== other.mark?.profile) return false;
  if (a.kind !== 'vrf' || b.kind !== 'vrf') return a.kind === b.kind;
  return a.vrf === b.vrf;
}

const untreated: Treatment = {};

export function treatmentOf(verdict: Verdict): Treatment {
  return verdict.kind === 'local' || verdict.kind === 'drop' ? untreated : verdict;
}

export function isTreated({ limit, mark }: Treatment): boolean {
  return limit !== undefined || mark !== undefined;
}

function isSameLimit(a: Limit | undefined, b: Limit | undefined): boolean {
  if (!a || !b) return a === b;
  return a.bps === b.bps && (a.by === undefined || b.by === undefined || a.by === b.by);
}

/** What is dropped, or is for the device, has no treatment, and the chip marks nothing that it sends to the CPU. */
export function treated(verdict: Verdict, { limit, mark }: Treatment): Verdict {
  switch (verdict.kind) {
    case 'local':
    case 'drop':
      return verdict;
    case 'cpu':
      return limit ? { ...verdict, limit } : verdict;
    default:
      return limit || mark ? { ...verdict, ...(limit && { limit }), ...(mark && { mark }) } : verdict;
  }
}

/** What two sentences do to one packet: the smaller rate holds, and the mark of the higher traffic class. */
export function together(a: Treatment, b: Treatment): Treatment {
  if (!isTreated(b)) return a;
  if (!isTreated(a)) return b;
  const limit = !a.limit || !b.limit ? (a.limit ?? b.limit) : b.limit.bps < a.limit.bps ? b.limit : a.limit;
  const mark = !a.mark || !b.mark ? (a.mark ?? b.mark) : isHigher(b.mark, a.mark) ? b.mark : a.mark;
  return { ...(limit && { limit }), ...(mark && { mark }) };
}

/** Names decide between equal classes, so that the order of sentences never does. */
function isHigher(a: Mark, b: Mark): boolean {
  const [one, other] = [a.trafficClass ?? 0, b.trafficClass ?? 0];
  return one === other ? a.profile < b.profile : one > other;
}

/** Whether a verdict does what is wanted. */
export function fulfils(given: Verdict, wanted: Verdict): boolean {
  if (wanted.kind === 'local') return given.kind !== 'drop' && given.kind !== 'vrf' && !treatmentOf(given).limit;
  return isSameVerdict(given.kind === 'local' ? pass : given, wanted);
}

export function printVerdict(verdict: Verdict): string {
  if (verdict.kind === 'local') return 'pass';
  const { limit, mark } = treatmentOf(verdict);
  const rate = limit ? ` at most ${limit.bps} bit/s` : '';
  const marking = mark ? ` marked ${mark.profile}` : '';
  return `${verdict.kind === 'vrf' ? `vrf ${verdict.vrf}` : verdict.kind}${rate}${marking}`;
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
  readonly match: IngressPacketSet;
  readonly cause: Cause;
}

/** One rule of a flat first-match list. */
export interface PolicyRule {
  readonly match: IngressPacketSet;
  readonly verdict: Verdict;
  /** The sentences that it carries out, never none. Together they cover what it matches, or more. */
  readonly parts: readonly [Part, ...Part[]];
}

/**
 * `permit`: this layer has nothing against it, and the next is asked. `accept`: no further layer that judges is
 * asked, only those that steer. A verdict ends the matter. A permit may treat its packets.
 */
export interface LayerRule extends Part, Treatment {
  readonly effect: 'permit' | 'accept' | Verdict;
  /** The sentences of a rule that stands for several. */
  readonly parts?: PolicyRule['parts'];
}

/** Whether all packets go on as if nobody had said anything, so that no rule has to be written or proved. */
export function isSilent(layers: readonly Layer[]): boolean {
  const letsPass = ({ effect }: LayerRule) =>
    typeof effect === 'string' || effect.kind === 'local' || isSameVerdict(effect, pass);
  return layers.every(({ rules }) => rules.every((rule) => letsPass(rule) && !isTreated(rule)));
}

/** A packet must pass every layer, in order; one that no rule of a layer matches passes it. */
export interface Layer {
  /** Layers that judge drop packets; the ones that steer, after them, choose the way of what is left. */
  readonly stage: 'judge' | 'steer';
  readonly rules: readonly LayerRule[];
}
