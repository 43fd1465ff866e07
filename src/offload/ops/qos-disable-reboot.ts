// Switching QoS in hardware off leaves parts of it in force; the manual recommends a reboot.

import { isYes } from '../../model/config.ts';
import { defineChangeRule } from '../planned.ts';

export const qosDisableReboot = defineChangeRule({
  id: 'ops/qos-disable-reboot',
  cost: 'L',

  matters: ({ network }) => !network.chips.some(({ switch: chip }) => chip.fact('qos.always-on')?.value === true),
  isMeant({ menu, properties }) {
    const set = properties.find(({ name }) => name === 'qos-hw-offloading');
    return menu === '/interface/ethernet/switch' && isYes(set?.before) && !isYes(set?.after);
  },
  what: 'parts of QoS may stay in force until the device reboots',
});
