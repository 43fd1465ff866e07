// Switching QoS in hardware off takes effect after a reboot.

import { isYes } from '../../model/config.ts';
import { defineRule } from '../rule.ts';

export const qosDisableReboot = defineRule({
  id: 'ops/qos-disable-reboot',
  cost: 'L',
  datapath: 'l2-switching',
  needs: 'plan',
  facts: ['qos.always-on'],
  summary: 'Switching QoS in hardware off needs a reboot to take full effect',
  why: 'Until then ports go on handling packets as before.',
  remedy: 'Plan a reboot.',

  check: () => [],

  judge(changes, { network }) {
    if (network.chips.some(({ switch: chip }) => chip.fact('qos.always-on')?.value === true)) return [];
    const found = changes.flatMap(({ menu, properties }, index) => {
      const set = menu === '/interface/ethernet/switch' && properties.find(({ name }) => name === 'qos-hw-offloading');
      return set && isYes(set.before) && !isYes(set.after) ? [index] : [];
    });
    return found.length === 0 ? [] : [{ changes: found, what: 'QoS stays in force until the device reboots' }];
  },
});
