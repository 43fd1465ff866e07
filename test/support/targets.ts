// Targets for rule fixtures: a model at a version from the built-in profiles, whose facts can be hidden and whose
// reads are recorded.

import { version } from '../../src/model/version.ts';
import { findModel } from '../../src/profile/find-model.ts';
import { makeTarget } from '../../src/profile/make-target.ts';
import type { Switch, Target } from '../../src/profile/target.ts';
import { builtInProfiles } from './built-in-profiles.ts';

export interface WatchedTarget {
  readonly target: Target;
  /** Facts that are read from now on. */
  readonly reads: Set<string>;
  /** Facts that are unknown from now on. */
  readonly hidden: Set<string>;
}

const profiles = builtInProfiles();

/** `model` in any spelling that a profile lists. Throws when there is none, because then the fixture is wrong. */
export function watchedTarget(model: string, routeros: string): WatchedTarget {
  const id = findModel(profiles, model)?.id;
  const real = id === undefined ? undefined : makeTarget(profiles, id, version(routeros));
  if (!real) throw new Error(`no profile of ${model}`);
  const reads = new Set<string>();
  const hidden = new Set<string>();
  const see = (key: string) => {
    reads.add(key);
    return !hidden.has(key);
  };
  const watchChip = (chip: Switch): Switch => ({ ...chip, fact: (key) => (see(key) ? chip.fact(key) : undefined) });
  const switches = new Map(real.switches.map((chip) => [chip, watchChip(chip)]));
  const watched = (chip: Switch | undefined) => chip && switches.get(chip);
  const ports = new Map([...real.ports].map(([name, port]) => [name, { ...port, switch: watched(port.switch) }]));
  const target: Target = {
    ...real,
    ports,
    switches: [...switches.values()],
    offloadSwitch: watched(real.offloadSwitch),
    switchOf: (port) => ports.get(port)?.switch,
    fact: (key) => (see(key) ? real.fact(key) : undefined),
  };
  return { target, reads, hidden };
}
