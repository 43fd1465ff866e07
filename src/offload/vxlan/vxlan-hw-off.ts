// VXLAN that is kept from the chip by `hw=no`.

import { propertyValue } from '../../model/config.ts';
import { aboutEach, defineRule } from '../rule.ts';
import { hardwareVxlans } from '../tunnels.ts';

export const vxlanHwOff = defineRule({
  id: 'vxlan/vxlan-hw-off',
  cost: 'H',
  facts: ['l3.vxlan'],
  summary: '`hw=no` leaves VXLAN to the CPU',
  why: 'The CPU encapsulates every packet of the tunnel, although the chip could.',
  remedy: 'Set `hw=yes`, the default.',

  check: aboutEach(hardwareVxlans, ({ item, name }) => {
    if (propertyValue(item, 'hw') !== 'no') return [];
    return {
      what: 'VXLAN is done by the CPU, because `hw=no` keeps it from the chip',
      primary: ['hw', `keeps \`${name}\` from the chip`],
      fix: { set: 'hw', to: 'yes', title: 'let the chip encapsulate' },
    };
  }),
});
