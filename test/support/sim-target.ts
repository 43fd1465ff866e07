// The target of a shipped model, for tests of the simulator.

import { version } from '../../src/model/version.ts';
import { makeTarget } from '../../src/profile/make-target.ts';
import type { Target } from '../../src/profile/target.ts';
import { builtInProfiles } from './built-in-profiles.ts';

const known = new Map<string, Target>();

/** The same one for the same words, with what is derived from it. */
export function targetOf(model: string, routeros: string): Target {
  const key = `${model} ${routeros}`;
  const target = known.get(key) ?? makeTarget(builtInProfiles(), model, version(routeros));
  if (!target) throw new Error(`no profile of ${model}`);
  known.set(key, target);
  return target;
}
