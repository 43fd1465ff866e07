// Which questions make sense for a device, and which switch answers about a chip are of.

import { isAtLeastVersion } from '../model/version.ts';
import type { ChipFactKey, FactKey } from '../profile/fact.ts';
import { chipFacts } from '../profile/fact.ts';
import type { Switch, Target } from '../profile/target.ts';
import type { Question } from './question.ts';

/** The one that routes, else the first. */
export function probedSwitch({ offloadSwitch, switches }: Target): Switch | undefined {
  return offloadSwitch ?? switches[0];
}

export function isChipFact(key: FactKey): key is ChipFactKey {
  return key in chipFacts;
}

export function appliesTo({ where = {} }: Question, target: Target): boolean {
  if (where.since !== undefined && !isAtLeastVersion(target.routeros, where.since)) return false;
  return where.chip === undefined || isThere(where.chip, target);
}

function isThere(key: FactKey, target: Target): boolean {
  const value = isChipFact(key) ? probedSwitch(target)?.fact(key)?.value : undefined;
  return value === true || (typeof value === 'number' && value > 0);
}
