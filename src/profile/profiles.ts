// Profiles as plain data: what `profiles/` says about chips, models and sources, validated by `load.ts`, compiled to
// JSON by `compile.ts`. Nothing here is resolved for a RouterOS version yet; `make-target.ts` does that.

import type * as z from 'zod';
import type { DeepReadonly } from '../source/deep-readonly.ts';
import type { ChipFactKey, FactRecords } from './fact.ts';
import type { schemas } from './schema.ts';

export type ChipProfile = DeepReadonly<z.infer<typeof schemas.chip>>;
export type ModelProfile = DeepReadonly<z.infer<typeof schemas.model>>;
/** A run of like ports. */
export type PortGroup = ModelProfile['ports'][number];
/** Where a statement comes from. */
export type Source = DeepReadonly<z.infer<typeof schemas.sources>>['sources'][string];

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
