// Changes to bridges, VLANs, bonds, MACs and MTUs while the chip routes: its tables may keep the old picture.

import { isYes } from '../../model/config.ts';
import { documented, reported } from '../evidence.ts';
import { type ChangeFinding, defineRule, type PlannedChange } from '../rule.ts';

export const l2ChangeWhileL3hwOn = defineRule({
  id: 'l3hw/l2-change-while-l3hw-on',
  cost: 'H',
  datapath: 'l3-routing',
  needs: 'plan',
  facts: [],
  summary: 'Bridge, VLAN, bond, MAC and MTU changes belong between switching L3 offloading off and on again',
  why: 'The chip may keep entries of the old layout until L3 offloading restarts: a VLAN that was added later is not routed, or packets leave with an old MAC or MTU.',
  remedy: 'Set `l3-hw-offloading=no` on the switch first, make the changes, and set it to `yes` as the last step.',
  evidence: [
    documented(
      'routeros/l3hw#switch-configuration',
      'layer 2 settings and MTU should be changed with L3 offloading off',
    ),
    reported('forum/155752', 'a VLAN that was added while L3 offloading ran was not routed until it was toggled'),
  ],

  check: () => [],

  judge(changes, before) {
    if (!before.network.offload) return [];
    let isOn = before.network.offload.l3Offload;
    const unsafe: number[] = [];
    for (const [index, change] of changes.entries()) {
      const set = change.menu === '/interface/ethernet/switch' && property(change, 'l3-hw-offloading');
      if (set) isOn = isYes(set.after);
      else if (isOn && touchesLayer2(change)) unsafe.push(index);
    }
    const finding: ChangeFinding = {
      changes: unsafe,
      what: `${unsafe.length} layer 2 ${unsafe.length === 1 ? 'change meets' : 'changes meet'} a chip that is routing`,
    };
    return unsafe.length === 0 ? [] : [finding];
  },
});

const layer2Menus: ReadonlySet<string> = new Set([
  '/interface/bonding',
  '/interface/bridge',
  '/interface/bridge/msti',
  '/interface/bridge/port',
  '/interface/bridge/vlan',
  '/interface/vlan',
]);

/** Properties that say nothing to the chip. */
const wordsOnly: ReadonlySet<string> = new Set(['comment', 'name', 'l3-hw-offloading']);

function touchesLayer2(change: PlannedChange): boolean {
  if (change.menu === '/interface/ethernet') {
    return change.properties.some(({ name }) => name === 'mtu' || name === 'l2mtu' || name === 'mac-address');
  }
  if (!layer2Menus.has(change.menu)) return false;
  return change.action !== 'set' || change.properties.some(({ name }) => !wordsOnly.has(name));
}

function property(change: PlannedChange, name: string) {
  return change.properties.find((each) => each.name === name);
}
