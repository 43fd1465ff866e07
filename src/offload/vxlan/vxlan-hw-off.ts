// VXLAN that is kept from the chip by `hw=no`.

import { defineVxlanStopRule } from '../tunnels.ts';

export const vxlanHwOff = defineVxlanStopRule({
  id: 'vxlan/vxlan-hw-off',
  cost: 'H',
  summary: '`hw=no` leaves VXLAN to the CPU',
  why: 'The CPU encapsulates every packet of the tunnel, although the chip could.',
  remedy: 'Set `hw=yes`, the default.',

  words: () => ({
    what: 'VXLAN is done by the CPU, because `hw=no` keeps it from the chip',
    fix: { set: 'hw', to: 'yes', title: 'let the chip encapsulate' },
  }),
});
