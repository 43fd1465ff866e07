// Changes of L2MTU, for which all links go down.

import { altersAny } from '../planned.ts';
import { defineRule, type PlannedChange } from '../rule.ts';

export const l2mtuChangeFlaps = defineRule({
  id: 'mtu/l2mtu-change-flaps',
  cost: 'M',
  datapath: 'l2-switching',
  needs: 'plan',
  summary: 'A change of L2MTU takes all links down for a moment',
  why: 'Every interface reloads: links go down and up, and protocols that run over them start again.',
  remedy: 'Make all such changes in one go, at a time when nobody minds.',

  check: () => [],

  judge(changes) {
    const flaps = changes.flatMap((change, index) => (altersL2mtu(change) ? [index] : []));
    if (flaps.length === 0) return [];
    return [{ changes: flaps, what: 'all links go down for a moment when an L2MTU changes' }];
  },
});

/** `/interface` shows the same ports once more. */
function altersL2mtu(change: PlannedChange): boolean {
  return (change.menu === '/interface/ethernet' || change.menu === '/interface') && altersAny(change, ['l2mtu']);
}
