// What is known about the network cards of hosts and their drivers, from `profiles/nics.json`. Absent = unknown.

import table from '../../profiles/nics.json' with { type: 'json' };
import { type Evidence, gradeNamed } from '../diagnostics/diagnostic.ts';
import { nearestName } from '../source/near-name.ts';

export interface NicFacts {
  /** Largest IP packet, in bytes. */
  readonly maxMtu?: { readonly value: number; says(claim: string): Evidence };
  /** Sends at a fraction of its rate while the card cuts segments (TSO, GSO). */
  readonly slowSegmentation?: { says(claim: string): Evidence };
  /** Above this MTU, in bytes, the driver no longer honours pause frames. */
  readonly pauseLostAbove?: { readonly value: number; says(claim: string): Evidence };
  /** Above this MTU, in bytes, somebody saw large packets get lost on receipt. */
  readonly lossAbove?: {
    readonly value: number;
    /** What the report says besides, and what cured it: both are continued sentences. */
    readonly side?: string;
    readonly cure?: string;
    says(claim: string): Evidence;
  };
  /** What the host's CPU moves at most, in bit/s. */
  readonly cpuBps?: { readonly receive: number; readonly send: number; says(claim: string): Evidence };
}

interface Row {
  readonly maxMtu?: number;
  readonly maxMtuEvidence?: string;
  readonly slowSegmentation?: string;
  readonly pauseLostAbove?: number;
  readonly pauseEvidence?: string;
  readonly lossAbove?: number;
  readonly lossEvidence?: string;
  readonly lossSide?: string;
  readonly lossCure?: string;
  readonly receiveBps?: number;
  readonly sendBps?: number;
  readonly cpuEvidence?: string;
}

/** By the names of `nicNames`; undefined = no such card or driver. */
export function findNic(name: string): NicFacts | undefined {
  return factsOf(Object.entries<Row>(table.nics), name);
}

export function findNicDriver(name: string): NicFacts | undefined {
  return factsOf(Object.entries<Row>(table.drivers), name);
}

export type NamedNic = readonly [name: string, facts: NicFacts];

/** Every card and every driver that something is known about, or at least its name. */
export function knownNics(): { readonly nics: readonly NamedNic[]; readonly drivers: readonly NamedNic[] } {
  const all = (rows: Readonly<Record<string, Row>>) =>
    Object.entries(rows).map(([name]): NamedNic => [name, factsOf(Object.entries(rows), name) ?? {}]);
  return { nics: all(table.nics), drivers: all(table.drivers) };
}

export function nearestNic(name: string): string | undefined {
  return nearestName(name, Object.keys(table.nics));
}

export function nearestNicDriver(name: string): string | undefined {
  return nearestName(name, Object.keys(table.drivers));
}

/** Merged segments cannot be forwarded: the kernel's own rule for machines that forward. */
export function largeReceiveEvidence(claim: string): Evidence {
  return says(table.forwarding.largeReceive)(claim);
}

/** Merged segments that are cut again on the way out: slow on machines that forward. */
export function genericReceiveEvidence(claim: string): Evidence {
  return says(table.forwarding.genericReceive)(claim);
}

function factsOf(rows: readonly (readonly [string, Row])[], name: string): NicFacts | undefined {
  const row = rows.find(([known]) => known === name.toLowerCase())?.[1];
  if (!row) return undefined;
  const { maxMtu, maxMtuEvidence, slowSegmentation, pauseLostAbove, pauseEvidence } = row;
  const { lossAbove, lossEvidence, lossSide, lossCure, receiveBps, sendBps, cpuEvidence } = row;
  return {
    ...(maxMtu !== undefined && { maxMtu: { value: maxMtu, says: says(maxMtuEvidence) } }),
    ...(slowSegmentation !== undefined && { slowSegmentation: { says: says(slowSegmentation) } }),
    ...(pauseLostAbove !== undefined && { pauseLostAbove: { value: pauseLostAbove, says: says(pauseEvidence) } }),
    ...(lossAbove !== undefined && {
      lossAbove: {
        value: lossAbove,
        ...(lossSide !== undefined && { side: lossSide }),
        ...(lossCure !== undefined && { cure: lossCure }),
        says: says(lossEvidence),
      },
    }),
    ...(receiveBps !== undefined &&
      sendBps !== undefined && { cpuBps: { receive: receiveBps, send: sendBps, says: says(cpuEvidence) } }),
  };
}

/** `documented linux/igb`: a grade and a key of `profiles/sources.yaml`. */
function says(evidence: string | undefined): (claim: string) => Evidence {
  const [word, citation = ''] = (evidence ?? '').split(' ');
  const grade = gradeNamed(word);
  return (claim) => ({ grade, claim, citation });
}
