// The device that a config is for: model, RouterOS version, ports, and the facts about its chips. Rules ask facts,
// never names.

import type { Evidence } from '../diagnostics/diagnostic.ts';
import type { Version } from '../model/version.ts';
import type { ChipFactKey, FactRecord, FactValue, ModelFactKey } from './fact.ts';

export interface Fact<V> extends Pick<FactRecord<V>, 'value' | 'grade' | 'cite' | 'note'> {
  /** For sizes: the vendor's "up to" depends on what is in the table, and holds for no table in particular. */
  readonly bound: 'exact' | 'up-to';
  /** The claim, with this fact's grade and citation. */
  says(claim: string): Evidence;
}

/** One switch chip of a device. */
export interface Switch {
  /** `switch1`, as RouterOS names it. */
  readonly name: string;
  /** The chip's own name, for people: `profiles/chips/` has one file of this name. */
  readonly chip: string;
  /** The vendor's family name, for people. */
  readonly family: string;
  /** As `/interface/ethernet/switch` prints it in `type`. */
  readonly type: string;
  /** The fact at the target's RouterOS version; undefined = unknown, never "no". */
  fact<K extends ChipFactKey>(key: K): Fact<FactValue<K>> | undefined;
}

/** A front port as the factory names it. */
export interface Port {
  readonly name: string;
  /** Highest speed in Mbit/s. */
  readonly mbps: number;
  /** The chip that the port hangs on; undefined = wired to the CPU. */
  readonly switch: Switch | undefined;
  readonly medium: Medium;
  /** Highest L2MTU in bytes, where it is not that of the model. */
  readonly l2mtuMax?: Fact<number>;
  /** A claim about where the port is wired, with the grade and citation that the profile gives for it. */
  says(claim: string): Evidence;
}

/** What plugs into a port; `combo` takes a copper plug or a module. */
export const media = [
  'rj45',
  'combo',
  'sfp',
  'sfp+',
  'sfp28',
  'sfp56',
  'qsfp+',
  'qsfp28',
  'qsfp56',
  'qsfp-dd',
  'wifi',
  'virtual',
  'unknown',
] as const;
export type Medium = (typeof media)[number];

export function isCopper({ medium }: Pick<Port, 'medium'>): boolean {
  return medium === 'rj45' || medium === 'combo';
}

export interface Target {
  readonly model: string;
  /** What the device calls itself, where the model is a sibling that its profile says to have the same hardware. */
  readonly standsFor?: string;
  readonly routeros: Version;
  /** In front-panel order, by factory name. */
  readonly ports: ReadonlyMap<string, Port>;
  readonly switches: readonly Switch[];
  /** The chip that can route in hardware (L3HW), if the device has one. */
  readonly offloadSwitch: Switch | undefined;
  /** By factory port name; undefined = CPU-wired or no such port. */
  switchOf(port: string): Switch | undefined;
  /** A fact about the device rather than its chips; undefined = unknown. */
  fact<K extends ModelFactKey>(key: K): Fact<FactValue<K>> | undefined;
}
