// L3HW flags that change under running traffic: connections keep the path that they had.

import { altersAny, definePlanRule, whileRouting } from '../planned.ts';
import type { PlannedChange } from '../rule.ts';

export const l3hwStaleAfterToggle = definePlanRule({
  id: 'l3hw/l3hw-stale-after-toggle',
  cost: 'M',

  judge(changes, before) {
    if (!before.network.offload?.l3Offload) return [];
    const what = 'running connections may keep the path that they had before the flags changed';
    // Where all flags change while L3 offloading is off, the chip starts again without what it had learned.
    const isLive = whileRouting(changes, before, isFlag).length > 0;
    const positions = changes.flatMap((change, index) => (isFlag(change) ? [index] : []));
    return [{ changes: positions, what, ...(!isLive && { cost: 'L' }) }];
  },
});

const flagMenus: ReadonlySet<string> = new Set(['/interface/ethernet/switch/port', '/interface/vlan']);

/** A new VLAN has no connections that could keep a path. */
function isFlag(change: PlannedChange): boolean {
  return flagMenus.has(change.menu) && altersAny(change, ['l3-hw-offloading']);
}
