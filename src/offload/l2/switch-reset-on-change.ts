// Changes for which the switch chip, or every port of the bridge, goes down for a moment.

import { propertySpec } from '../../model/menus.ts';
import { definePlanRule, positionsOf } from '../planned.ts';
import type { PlannedChange } from '../rule.ts';

export const switchResetOnChange = definePlanRule({
  id: 'l2/switch-reset-on-change',
  cost: 'M',
  summary: 'Some settings of bridges and ports reset the switch chip when they change',
  why: 'All ports are down for seconds, and spanning tree starts again.',
  remedy: 'Make all such changes in one go, at a time when nobody minds.',

  judge(changes, before) {
    if (before.network.chips.length === 0 && before.network.bridges.size === 0) return [];
    const resets = positionsOf(changes, isReset);
    const what =
      resets.length === 1
        ? 'all switch ports go down for a moment during one change'
        : `all switch ports go down for a moment, up to ${resets.length} times`;
    return { changes: resets, what };
  },
});

/**
 * The settings are marked in the menu tables; a bridge that is new has no ports yet that could go down, and L2MTU has a
 * rule of its own.
 */
function isReset({ action, menu, properties }: PlannedChange): boolean {
  if (action !== 'set' && action !== 'unset') return false;
  return properties.some(
    ({ name, before, after }) =>
      before !== after && name !== 'l2mtu' && propertySpec(menu, name)?.disruption === 'switch-reset',
  );
}
