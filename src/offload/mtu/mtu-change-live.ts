// MTU changes while the chip routes.

import { isYes } from '../../model/config.ts';
import { documented } from '../evidence.ts';
import { changesOf, valueSet } from '../planned.ts';
import { defineRule } from '../rule.ts';

export const mtuChangeLive = defineRule({
  id: 'mtu/mtu-change-live',
  cost: 'H',
  datapath: 'l3-routing',
  needs: 'plan',
  facts: [],
  summary: 'MTU and L2MTU change with L3 offloading off',
  why: 'The chip and the CPU may disagree about the MTU until L3 offloading restarts, so packets are dropped or take the wrong path.',
  remedy: 'Set `l3-hw-offloading=no` on the switch first, and `yes` again as the last step.',
  evidence: [documented('routeros/l3hw#l3hw-feature-support', 'the MTU must be changed with L3 offloading off')],

  check: () => [],

  judge(changes, before) {
    if (!before.network.offload) return [];
    const menus = ['/interface/ethernet', '/interface/bridge', '/interface/vlan', '/interface/bonding'];
    const touching = new Set(changesOf(changes, menus, ['mtu', 'l2mtu']));
    let isOn = before.network.offload.l3Offload;
    const live: number[] = [];
    for (const [index, change] of changes.entries()) {
      const set = change.menu === '/interface/ethernet/switch' ? valueSet(change, 'l3-hw-offloading') : undefined;
      if (set !== undefined) isOn = isYes(set);
      if (isOn && touching.has(index)) live.push(index);
    }
    return live.length === 0 ? [] : [{ changes: live, what: 'the MTU changes while the chip routes' }];
  },
});
