// A policy that packets go past, and what that makes of them.

import type { Item } from '../model/config.ts';
import type { Reason } from './causes.ts';
import type { PacketSet } from './space.ts';

export interface Bypassed {
  /** The policy. */
  readonly item: Item;
  readonly packets: PacketSet;
  readonly reason: Reason;
  /** Some packets are certain to meet the policy, although nobody knows which: those that carry what it asks for. */
  readonly isMetBySome?: boolean;
}
