// A class of packets on its way through chains, and what they have made of it.

import type { PacketSet } from '../packets/space.ts';
import type { FirewallRule } from './firewall.ts';
import type { NatState } from './outcome.ts';
import { anyShare, type Shares } from './shares.ts';

export interface ChainState {
  readonly packets: PacketSet;
  readonly inInterface: string;
  /** Undefined before the routing decision. */
  readonly outInterface: string | undefined;
  /** What two ends that keep to the protocol send each other, not what somebody may forge. */
  readonly isOfBothEnds?: boolean;
  readonly connectionState: 'new' | 'established' | 'invalid' | 'untracked';
  readonly natState: NatState | undefined;
  /** Packets still carry an address of the device, which its NAT has not replaced yet. */
  readonly isAddressedToDevice: boolean;
  readonly connectionMark: string;
  readonly packetMark: string;
  /** A routing table's name, or `main`. */
  readonly routingMark: string;
  /** What rules before have told of the packets, in each chain. */
  readonly shares: Shares;
  /** The rule that ended the chain; undefined = it ran out, which accepts. */
  readonly end: FirewallRule | undefined;
  /** The FastTrack rule that took the connection. */
  readonly fasttrack: FirewallRule | undefined;
  /** Rules that marked the packet or its connection, in whatever chain. */
  readonly marking: readonly FirewallRule[];
  /** Rules that changed the packet or its marks, in order. */
  readonly effects: readonly FirewallRule[];
  /** Rules that change the packet, and not where it goes, if they match, which is not known. */
  readonly possibleEffects: readonly FirewallRule[];
  /** The first rule that only may match. */
  readonly uncertainty: FirewallRule | undefined;
}

/** There is no connection to have a mark. */
export const untrackedState = {
  connectionState: 'untracked',
  connectionMark: 'no-mark',
  natState: undefined,
} as const satisfies Partial<ChainState>;

export function startChain(
  start: Pick<ChainState, 'packets' | 'inInterface' | 'connectionState'> &
    Partial<Pick<ChainState, 'outInterface' | 'connectionMark' | 'natState' | 'isAddressedToDevice' | 'isOfBothEnds'>>,
): ChainState {
  return {
    outInterface: undefined,
    natState: undefined,
    isAddressedToDevice: false,
    connectionMark: 'no-mark',
    packetMark: 'no-mark',
    routingMark: 'main',
    shares: anyShare,
    end: undefined,
    fasttrack: undefined,
    marking: [],
    effects: [],
    possibleEffects: [],
    uncertainty: undefined,
    ...start,
  };
}
