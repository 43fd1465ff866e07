// What is known of packets when they reach the CPU.

import type { Objection } from './causes.ts';

/** How packets came to the CPU. */
export interface CpuArrival {
  readonly reasons: readonly Objection[];
  /** Whether the chip could take the connection once it is FastTrack. */
  readonly chipTakes: boolean | 'unknown';
  /** Destination NAT brought them: what arrived was addressed to the device. */
  readonly natState?: 'srcnat' | 'dstnat';
}
