// Changes of MTU and L2MTU while the chip routes.

import { isYes } from '../../model/config.ts';
import { documented } from '../evidence.ts';
import { defineRule, type PlannedChange } from '../rule.ts';

export const mtuChangeLive = defineRule({
  id: 'mtu/mtu-change-live',
  cost: 'H',
  datapath: 'l3-routing',
  needs: 'plan',
  facts: [],
  summary: 'MTU and L2MTU are to be changed while L3 offloading is off',
  why: 'The chip may go on with the old MTU, so it drops or sends to the CPU what the new one allows.',
  remedy: 'Set `l3-hw-offloading=no` on the switch first, and `yes` after the change.',
  evidence: [documented('routeros/l3hw#mtu', 'L3 offloading should be off while MTU or L2MTU change')],

  check: () => [],

  judge(changes, before) {
    let isOn = before.network.offload?.l3Offload === true;
    const unsafe: number[] = [];
    for (const [index, change] of changes.entries()) {
      const flag = change.menu === '/interface/ethernet/switch' ? property(change, 'l3-hw-offloading') : undefined;
      if (flag) isOn = before.network.offload !== undefined && isYes(flag.after);
      else if (isOn && isSized(change)) unsafe.push(index);
    }
    if (unsafe.length === 0) return [];
    const what = `${unsafe.length} ${unsafe.length === 1 ? 'MTU changes' : 'MTUs change'} while the chip routes`;
    return [{ changes: unsafe, what }];
  },
});

/** A new interface brings its MTU along; only a change of an old one finds the chip at work with it. */
function isSized(change: PlannedChange): boolean {
  if (change.action !== 'set' && change.action !== 'unset') return false;
  return ['mtu', 'l2mtu'].some((name) => {
    const changed = property(change, name);
    return changed !== undefined && changed.before !== changed.after;
  });
}

function property(change: PlannedChange, name: string) {
  return change.properties.find((each) => each.name === name);
}
