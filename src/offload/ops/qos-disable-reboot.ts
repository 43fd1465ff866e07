// Switching QoS in hardware off leaves parts of it in force; the manual recommends a reboot.

import { isYes } from '../../model/config.ts';
import { defineRule } from '../rule.ts';

export const qosDisableReboot = defineRule({
  id: 'ops/qos-disable-reboot',
  cost: 'L',
  needs: 'plan',
  facts: ['qos.always-on'],
  summary: 'Switching QoS in hardware off may leave parts of it in force until a reboot',
  why: 'The switch does not wholly go back to how it handled packets before QoS was on.',
  remedy: 'Plan a reboot.',

  check: () => [],

  judge(changes, { network }) {
    if (network.chips.some(({ switch: chip }) => chip.fact('qos.always-on')?.value === true)) return [];
    const found = changes.flatMap(({ menu, properties }, index) => {
      const set = menu === '/interface/ethernet/switch' && properties.find(({ name }) => name === 'qos-hw-offloading');
      return set && isYes(set.before) && !isYes(set.after) ? [index] : [];
    });
    return found.length === 0
      ? []
      : [{ changes: found, what: 'parts of QoS may stay in force until the device reboots' }];
  },
});
