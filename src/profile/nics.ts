// What is known about the network cards of hosts and their drivers, from `profiles/nics.json`. Absent = unknown.

import table from '../../profiles/nics.json' with { type: 'json' };
import { type Evidence, gradeNamed } from '../diagnostics/diagnostic.ts';
import { nearestName } from '../source/near-name.ts';

/** A grade and a key of `profiles/sources.yaml`: `documented linux/igb`. */
export interface Stated {
  readonly evidence: string;
}

export interface NicFacts {
  /** Largest IP packet, in bytes. */
  readonly maxMtu?: Stated & { readonly value: number };
  /** Sends at a fraction of its rate while the card cuts segments (TSO, GSO). */
  readonly slowSegmentation?: Stated;
  /** Above this MTU, in bytes, the driver no longer honours pause frames. */
  readonly pauseLostAbove?: Stated & { readonly value: number };
  /**
   * Above this MTU, in bytes, somebody saw large packets get lost on receipt. What the report says besides, and what
   * cured it, are continued sentences.
   */
  readonly lossAbove?: Stated & { readonly value: number; readonly side?: string; readonly cure?: string };
  /** What the host's CPU moves at most, in bit/s. */
  readonly cpuBps?: Stated & { readonly receive: number; readonly send: number };
}

/** A network card, or the driver of one. */
export type NicKind = 'nic' | 'driver';

const tables: Readonly<Record<NicKind, Readonly<Record<string, NicFacts>>>> = table;

export type NamedNic = readonly [name: string, facts: NicFacts];

/** Every one that something is known about, or at least its name. */
export function knownNics(kind: NicKind): readonly NamedNic[] {
  return Object.entries(tables[kind]);
}

/** Undefined = nobody has written of it. */
export function findNic(kind: NicKind, name: string): NicFacts | undefined {
  return new Map(knownNics(kind)).get(name.toLowerCase());
}

export function nearestNic(kind: NicKind, name: string): string | undefined {
  return nearestName(name, Object.keys(tables[kind]));
}

/**
 * Of machines that forward: the kernel's own rule that merged segments cannot be forwarded (LRO), and that to cut them
 * again on the way out is slow (GRO).
 */
export const whileForwarding: Readonly<Record<'largeReceive' | 'genericReceive', Stated>> = table.forwarding;

export function nicEvidence({ evidence }: Stated, claim: string): Evidence {
  const [word, citation = ''] = evidence.split(' ');
  return { grade: gradeNamed(word), claim, citation };
}
