// What is known of packets when they reach the CPU.

import type { Objection } from './causes.ts';
import type { Passage } from './chains.ts';
import type { IntervalSet } from './space.ts';

/** How packets came to the CPU. */
export interface CpuArrival {
  readonly reasons: readonly Objection[];
  /** Whether the chip could take the connection once it is FastTrack. */
  readonly chipTakes: boolean | 'unknown';
  /** Destination NAT brought them: what arrived was addressed to the device. */
  readonly natState?: 'srcnat' | 'dstnat';
  /** The device's addresses that such packets carry until then. */
  readonly addressed?: IntervalSet;
}

/** As raw and mangle see packets before NAT has given them their true destination. */
export function asAddressed(passage: Passage, { addressed }: CpuArrival): Passage {
  return addressed
    ? { ...passage, box: { ...passage.box, destination: addressed }, isAddressedToDevice: true }
    : passage;
}

/** From NAT on; the second is the class as it was before `asAddressed`. */
export function asTranslated(passage: Passage, { box: { destination } }: Passage): Passage {
  return passage.isAddressedToDevice
    ? { ...passage, box: { ...passage.box, destination }, isAddressedToDevice: false }
    : passage;
}
