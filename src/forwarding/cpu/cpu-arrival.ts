// What is known of packets when they reach the CPU.

import type { ChainState } from '../firewall/chain-state.ts';
import type { NatState } from '../firewall/outcome.ts';
import type { Reason } from '../packets/causes.ts';
import type { IntervalSet } from '../packets/space.ts';

/** How packets came to the CPU. */
export interface CpuArrival {
  readonly reasons: readonly Reason[];
  /** Whether the chip could take the connection once it is FastTrack. */
  readonly chipTakes: boolean | 'unknown';
  /** `dstnat` has another destination for what arrived; answers come back from `srcnat`, or from both. */
  readonly natState?: NatState;
  /** Where the packets were addressed to when they arrived, as long as NAT has not translated them. */
  readonly arrived?: Arrived;
}

export interface Arrived {
  readonly destination: IntervalSet;
  /** Absent = as after translation. */
  readonly destinationPort?: IntervalSet;
  readonly isDevice: boolean;
  /** So is where NAT sends them. */
  readonly staysDevice: boolean;
}

/** As raw and mangle see packets before NAT has given them their true destination. */
export function asAddressed(state: ChainState, { arrived }: CpuArrival): ChainState {
  if (!arrived) return state;
  const { destination, destinationPort = state.packets.destinationPort, isDevice } = arrived;
  return { ...state, packets: { ...state.packets, destination, destinationPort }, isAddressedToDevice: isDevice };
}

/** From NAT on; `packets` is the class as it was before `asAddressed`. */
export function asTranslated(state: ChainState, { packets }: ChainState, arrival: CpuArrival): ChainState {
  const { arrived } = arrival;
  const natState = state.natState ?? arrival.natState;
  if (!arrived) return { ...state, natState };
  const { destination, destinationPort } = packets;
  return {
    ...state,
    natState,
    packets: { ...state.packets, destination, ...(arrived.destinationPort && { destinationPort }) },
    isAddressedToDevice: arrived.staysDevice,
  };
}
