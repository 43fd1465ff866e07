// What is known of packets when they reach the CPU.

import type { Reason } from './causes.ts';
import type { ChainState } from './chains.ts';
import type { IntervalSet } from './space.ts';

/** How packets came to the CPU. */
export interface CpuArrival {
  readonly reasons: readonly Reason[];
  /** Whether the chip could take the connection once it is FastTrack. */
  readonly chipTakes: boolean | 'unknown';
  /** Destination NAT brought them: what arrived was addressed to the device. */
  readonly natState?: 'srcnat' | 'dstnat';
  /** The device's addresses that such packets carry until then. */
  readonly addressed?: IntervalSet;
}

/** As raw and mangle see packets before NAT has given them their true destination. */
export function asAddressed(state: ChainState, { addressed }: CpuArrival): ChainState {
  return addressed
    ? { ...state, packets: { ...state.packets, destination: addressed }, isAddressedToDevice: true }
    : state;
}

/** From NAT on; the second is the class as it was before `asAddressed`. */
export function asTranslated(state: ChainState, { packets: { destination } }: ChainState): ChainState {
  return state.isAddressedToDevice
    ? { ...state, packets: { ...state.packets, destination }, isAddressedToDevice: false }
    : state;
}
