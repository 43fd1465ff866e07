// Which questions make sense for a device, and which switch answers about a chip are of.

import { isAtLeastVersion } from '../model/version.ts';
import type { ChipFactKey, FactKey, FactValue } from '../profile/fact.ts';
import { chipFacts } from '../profile/fact.ts';
import type { Switch, Target } from '../profile/target.ts';
import type { Question } from './question.ts';

/** The one that routes, else the first. */
export function probedSwitch({ offloadSwitch, switches }: Target): Switch | undefined {
  return offloadSwitch ?? switches[0];
}

/** What is known of that switch; undefined for facts of the model, and for a device without switches. */
export function probedFact(key: FactKey, target: Target): FactValue<ChipFactKey> | undefined {
  return isChipFact(key) ? probedSwitch(target)?.fact(key)?.value : undefined;
}

function isChipFact(key: FactKey): key is ChipFactKey {
  return key in chipFacts;
}

export function appliesTo({ where = {} }: Question, target: Target): boolean {
  if (where.since !== undefined && !isAtLeastVersion(target.routeros, where.since)) return false;
  return where.chip === undefined || isThere(where.chip, target, where.most);
}

function isThere(key: FactKey, target: Target, most: number = Number.POSITIVE_INFINITY): boolean {
  const value = probedFact(key, target);
  return value === true || (typeof value === 'number' && value > 0 && value <= most);
}
