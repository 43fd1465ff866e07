// VXLAN that is kept from the chip by `hw=no`.

import { propertyValue } from '../../model/config.ts';
import { setValue } from '../fix.ts';
import { defineRule } from '../rule.ts';
import { hardwareVxlans } from '../vxlans.ts';

export const vxlanHwOff = defineRule({
  id: 'vxlan/vxlan-hw-off',
  cost: 'H',
  datapath: 'l2-switching',
  facts: ['l3.vxlan'],
  summary: '`hw=no` leaves VXLAN to the CPU',
  why: 'The CPU encapsulates every packet of the tunnel, although the chip could.',
  remedy: 'Set `hw=yes`, the default.',

  check({ network }) {
    return hardwareVxlans(network).flatMap(({ item, name }) =>
      propertyValue(item, 'hw') === 'no'
        ? {
            subject: item,
            placement: 'cpu' as const,
            what: 'VXLAN is done by the CPU, because `hw=no` keeps it from the chip',
            primary: ['hw', `keeps \`${name}\` from the chip`],
            fix: setValue(item, 'hw', 'yes', 'let the chip encapsulate'),
          }
        : [],
    );
  },
});
