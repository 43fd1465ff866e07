// Profiles as plain data: what `profiles/` says about chips, models and sources, validated by `load.ts`, compiled to
// JSON by `compile.ts`. Nothing here is resolved for a RouterOS version yet; `make-target.ts` does that.

import type { Grade } from '../diagnostics/diagnostic.ts';
import type { ChipFactKey, FactKey, FactValue, ModelFactKey } from './fact.ts';
import type { Medium } from './target.ts';

/** One statement: a value with the evidence for it, and the RouterOS versions that it holds for. */
export interface FactRecord<V> {
  readonly value: V;
  readonly grade: Grade;
  /** A key of `sources`, possibly followed by `#section`. */
  readonly cite: string;
  /** For sizes: `up-to` is the vendor's word for "depends on what is in it". Absent = exact. */
  readonly bound?: 'exact' | 'up-to';
  /** First RouterOS version that it holds for; absent = from the first that rosc knows. */
  readonly since?: string;
  /** First RouterOS version that it no longer holds for; absent = it still holds. */
  readonly until?: string;
  /** What a reader should know beside the value. */
  readonly note?: string;
  /** Of a measured one: what else is said of it, with grade and source. */
  readonly otherwise?: string;
}

/** A fact has one record per stretch of RouterOS versions; only measured ones overlap others, and stand before them. */
export type FactRecords<K extends FactKey> = { readonly [Key in K]?: readonly FactRecord<FactValue<Key>>[] };

export interface ChipProfile {
  /** The chip's own name, without the vendor's. */
  readonly chip: string;
  /** The vendor's family name, for people: `DX3000`. */
  readonly family: string;
  /** As `/interface/ethernet/switch` prints it in `type`. */
  readonly type: string;
  /** A chip whose facts hold here too, except for those that `facts` says anew. */
  readonly like?: string;
  readonly facts: FactRecords<ChipFactKey>;
}

/** A run of like ports. */
export interface PortGroup {
  /** A name or a run of names: `ether1`, `ether1..24`, `qsfpplus1-2..4`. */
  readonly ports: string;
  /** Highest speed in Mbit/s. A list: each port has that many lanes, named `PORT-1` and on, of these speeds. */
  readonly mbps: number | readonly number[];
  readonly medium: Medium;
  /** Name of one of the model's switches, or `cpu`. */
  readonly switch: string;
  /** How the wiring is known. */
  readonly grade: Grade;
  readonly cite: string;
  readonly note?: string;
  /** Highest L2MTU in bytes, where it is not that of the model. */
  readonly l2mtu?: { readonly value: number; readonly grade: Grade; readonly cite: string };
}

export interface ModelProfile {
  /** RouterOS's name for the model, as in `# model =`. */
  readonly model: string;
  /** Product codes, marketing names and other spellings of the same hardware. */
  readonly names: readonly string[];
  /** Switch name → chip name, in the device's order. */
  readonly switches: Readonly<Record<string, string>>;
  /** In front-panel order. */
  readonly ports: readonly PortGroup[];
  readonly facts: FactRecords<ModelFactKey>;
}

/** Where a statement comes from. */
export interface Source {
  readonly title: string;
  readonly url?: string;
  /** ISO date of the edition that was read, as far as known: `2026-08-07`, `2024-05`. */
  readonly date?: string;
  /** Names of what it speaks of, `*` for any text. Facts of nothing else rest on it; absent in profiles of others. */
  readonly subjects?: readonly string[];
}

export interface Profiles {
  /** By chip name. */
  readonly chips: ReadonlyMap<string, ChipProfile>;
  /** By model name. */
  readonly models: ReadonlyMap<string, ModelProfile>;
  /** By citation key. */
  readonly sources: ReadonlyMap<string, Source>;
}

export const noProfiles: Profiles = { chips: new Map(), models: new Map(), sources: new Map() };

/** A chip's facts with those that it takes from the chip it is `like`. */
export function factsOfChip(profiles: Profiles, chip: ChipProfile): FactRecords<ChipFactKey> {
  const base = chip.like === undefined ? undefined : profiles.chips.get(chip.like);
  return base ? { ...base.facts, ...chip.facts } : chip.facts;
}

/**
 * The ports of a group with their highest speeds: `ether1..3` is ether1, ether2, ether3; lanes come one by one. None for
 * a run that ends before it starts, or is longer than any device.
 */
export function expandPorts({
  ports,
  mbps,
}: Pick<PortGroup, 'ports' | 'mbps'>): readonly { name: string; mbps: number }[] {
  return portNames(ports).flatMap((name) =>
    typeof mbps === 'number'
      ? [{ name, mbps }]
      : mbps.map((speed, lane) => ({ name: `${name}-${lane + 1}`, mbps: speed })),
  );
}

/** Of one run; no device has nearly so many. */
export const portsMax = 256;

function portNames(ports: string): readonly string[] {
  const match = /^(.*?)(\d+)\.\.(\d+)$/.exec(ports);
  if (!match) return [ports];
  const [, stem = '', first, last] = match;
  const from = Number(first);
  const count = Number(last) - from + 1;
  return count > portsMax ? [] : Array.from({ length: Math.max(0, count) }, (_, index) => `${stem}${from + index}`);
}
