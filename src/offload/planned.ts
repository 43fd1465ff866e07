// Rules about planned changes, and the questions that several of them ask.

import { isYes } from '../model/config.ts';
import {
  type ChangeFinding,
  defineRule,
  type PlannedChange,
  type Rule,
  type RuleContext,
  type WrittenRule,
} from './rule.ts';

/** The value that a change sets; undefined when it does not touch the property. */
export function valueSet(change: PlannedChange, property: string): string | undefined {
  return change.properties.find(({ name }) => name === property)?.after;
}

/** Whether a change of an item that is there already gives one of the properties another value. */
export function altersAny({ action, properties }: PlannedChange, names: readonly string[]): boolean {
  if (action !== 'set' && action !== 'unset') return false;
  return properties.some(({ name, before, after }) => names.includes(name) && before !== after);
}

/** Where in the sequence the changes are that are meant. */
export function positionsOf(
  changes: readonly PlannedChange[],
  isMeant: (change: PlannedChange) => boolean,
): readonly number[] {
  return changes.flatMap((change, index) => (isMeant(change) ? [index] : []));
}

/** Positions of the changes that are made while the chip routes, as the sequence itself switches it off and on. */
export function whileRouting(
  changes: readonly PlannedChange[],
  { network }: RuleContext,
  isMeant: (change: PlannedChange) => boolean,
): readonly number[] {
  if (!network.offload) return [];
  let isOn = network.offload.l3Offload;
  return changes.flatMap((change, index) => {
    const isSwitch = change.menu === '/interface/ethernet/switch';
    const flag = isSwitch ? change.properties.find(({ name }) => name === 'l3-hw-offloading') : undefined;
    if (flag) isOn = isYes(flag.after);
    return isOn && !flag && isMeant(change) ? [index] : [];
  });
}

/** A rule about changes alone, which a plan asks; one that is about none of them has found nothing. */
export function definePlanRule({
  judge,
  ...rule
}: Omit<WrittenRule, 'needs' | 'check' | 'judge'> & {
  judge(changes: readonly PlannedChange[], before: RuleContext): readonly ChangeFinding[] | ChangeFinding;
}): Rule {
  return {
    ...defineRule({ ...rule, needs: 'plan', check: () => [] }),
    judge: (changes, before) => [judge(changes, before)].flat().filter((finding) => finding.changes.length > 0),
  };
}
