// Rules about planned changes: a plan asks them, and each says which changes it is about.

import { isYes } from '../model/config.ts';
import { defineRule, type PlannedChange, type Rule, type RuleContext, type WrittenRule } from './rule.ts';

/** The value that a change sets; undefined when it does not touch the property. */
export function valueSet(change: PlannedChange, property: string): string | undefined {
  return change.properties.find(({ name }) => name === property)?.after;
}

/** Whether a change of an item that is there already gives one of the properties another value. */
export function altersAny({ action, properties }: PlannedChange, names: readonly string[]): boolean {
  if (action !== 'set' && action !== 'unset') return false;
  return properties.some(({ name, before, after }) => names.includes(name) && before !== after);
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

/** A rule about changes alone; one that is about none of them has found nothing. */
export function definePlanRule({
  judge,
  ...rule
}: Omit<WrittenRule, 'needs' | 'check'> & Pick<Required<Rule>, 'judge'>): Rule {
  return {
    ...defineRule({ ...rule, needs: 'plan', check: () => [] }),
    judge: (changes, before) => judge(changes, before).filter((finding) => finding.changes.length > 0),
  };
}

/** One about changes of a kind, all of which have one finding. */
export function defineChangeRule({
  isMeant,
  matters = () => true,
  isLive,
  what,
  ...rule
}: Omit<WrittenRule, 'needs' | 'check' | 'judge'> & {
  isMeant(change: PlannedChange): boolean;
  /** Where it does not, nothing is found. */
  matters?(before: RuleContext): boolean;
  /** It is about those that meet a chip which routes. */
  readonly isLive?: true;
  readonly what: string | ((count: number) => string);
}): Rule {
  return definePlanRule({
    ...rule,
    judge(changes, before) {
      if (!matters(before)) return [];
      const meant = isLive
        ? whileRouting(changes, before, isMeant)
        : changes.flatMap((change, index) => (isMeant(change) ? [index] : []));
      return [{ changes: meant, what: typeof what === 'string' ? what : what(meant.length) }];
    },
  });
}
