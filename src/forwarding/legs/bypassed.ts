// A policy that packets go past, and what that makes of them.

import type { Item } from '../../model/config.ts';
import type { Reason } from '../packets/causes.ts';
import type { PacketSet } from '../packets/space.ts';

export interface Bypassed {
  /** The policy. */
  readonly item: Item;
  readonly packets: PacketSet;
  readonly reason: Reason;
  /** Some packets are certain to meet the policy, although nobody knows which: those that carry what it asks for. */
  readonly isMetBySome?: boolean;
  /** What a switch rule sends out of a port goes past it too. */
  readonly isOfTranslated?: true;
}

/**
 * Whether packets that it means get past it. `of-some`: some do, which no class of packets tells from others: those from
 * one MAC address, for example.
 */
export type Certainty = (typeof certainties)[number];
const certainties = ['open', 'of-some', 'certain'] as const;

export function certaintyOf({ reason, isMetBySome }: Bypassed): Certainty {
  if (reason.placement === 'unpredictable') return 'certain';
  return isMetBySome ? 'of-some' : 'open';
}

export function isSurer(certainty: Certainty, known: Certainty | undefined): boolean {
  return known === undefined || certainties.indexOf(certainty) > certainties.indexOf(known);
}
