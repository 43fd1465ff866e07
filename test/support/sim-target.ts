// The target of a shipped model, for tests of the simulator.

import { version } from '../../src/model/version.ts';
import { makeTarget } from '../../src/profile/make-target.ts';
import type { Target } from '../../src/profile/target.ts';
import { builtInProfiles } from './built-in-profiles.ts';

export function targetOf(model: string, routeros: string): Target {
  const target = makeTarget(builtInProfiles(), model, version(routeros));
  if (!target) throw new Error(`no profile of ${model}`);
  return target;
}
