// Switching QoS in hardware off leaves parts of it in force; the manual recommends a reboot.

import { isYes } from '../../model/config.ts';
import { definePlanRule, positionsOf } from '../planned.ts';
import type { PlannedChange } from '../rule.ts';

export const qosDisableReboot = definePlanRule({
  id: 'ops/qos-disable-reboot',
  cost: 'L',
  facts: ['qos.always-on'],
  summary: 'Switching QoS in hardware off may leave parts of it in force until a reboot',
  why: 'The switch does not wholly go back to how it handled packets before QoS was on.',
  remedy: 'Plan a reboot.',

  judge(changes, { network }) {
    if (network.chips.some(({ switch: chip }) => chip.fact('qos.always-on')?.value === true)) return [];
    return {
      changes: positionsOf(changes, isSwitchedOff),
      what: 'parts of QoS may stay in force until the device reboots',
    };
  },
});

function isSwitchedOff({ menu, properties }: PlannedChange): boolean {
  const set = properties.find(({ name }) => name === 'qos-hw-offloading');
  return menu === '/interface/ethernet/switch' && isYes(set?.before) && !isYes(set?.after);
}
