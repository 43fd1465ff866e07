// What a host says of one of its network interfaces and of a measurement, each with its place in the file that said it.

import type { Span } from '../source/location.ts';

export interface Said<T> {
  readonly value: T;
  readonly at: Span;
}

/** One interface; several files may speak of it. */
export interface InterfaceObservation {
  /** Absent in what `ethtool -i` prints. */
  readonly name?: string;
  readonly driver?: Said<string>;
  readonly busInfo?: string;
  readonly mtu?: Said<number>;
  /** What the driver accepts. */
  readonly maxMtu?: Said<number>;
  /** The bridge that it is a port of. */
  readonly bridge?: string;
  readonly isPhysical?: boolean;
  readonly isUp?: boolean;
  readonly offloads?: Readonly<Partial<Record<Offload, Said<boolean>>>>;
}

export const offloadNames = ['gro', 'lro', 'tso', 'gso'] as const;
export type Offload = (typeof offloadNames)[number];

/** One run of iperf3. */
export interface Measurement {
  readonly at: Span;
  readonly protocol: string;
  /** Own address, and the other end's. */
  readonly local?: string;
  readonly remote?: string;
  /** The data came from the other end. */
  readonly isReverse: boolean;
  readonly streams: number;
  /** Bits per second that arrived. */
  readonly bps: number;
  readonly retransmits?: number;
  /** Of UDP datagrams, in per cent. */
  readonly lostPercent?: number;
  /** Load of the own CPU, in per cent of one core or of all, as iperf3 counts it. */
  readonly cpuPercent?: number;
}

export interface Reading {
  readonly interfaces: readonly InterfaceObservation[];
  readonly measurements: readonly Measurement[];
}
