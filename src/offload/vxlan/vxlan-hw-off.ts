// VXLAN that is told to stay on the CPU.

import { isYes, propertyValue } from '../../model/config.ts';
import { documented } from '../evidence.ts';
import { replaceValue, setCommand } from '../fix.ts';
import { label } from '../place.ts';
import { defineRule } from '../rule.ts';
import { vxlansOf } from '../vxlans.ts';

export const vxlanHwOff = defineRule({
  id: 'vxlan/vxlan-hw-off',
  cost: 'H',
  datapath: 'l2-switching',
  needs: 'configuration',
  facts: ['l3.vxlan'],
  summary: 'A VXLAN interface with `hw=no` stays on the CPU',
  why: 'The chip could encapsulate this tunnel, but every packet of it is packed and unpacked by the CPU.',
  remedy: 'Set `hw=yes`.',
  evidence: [documented('routeros/vxlan', 'the property hw decides whether the chip encapsulates')],

  check({ network }) {
    const chip = network.offload;
    if (!chip?.l3Offload || chip.switch.fact('l3.vxlan')?.value === false) return [];
    return vxlansOf(network).flatMap(({ item }) =>
      isYes(propertyValue(item, 'hw') ?? 'yes')
        ? []
        : [
            {
              subject: item,
              placement: 'cpu' as const,
              what: 'VXLAN goes through the CPU: hardware is switched off for it',
              primary: label(item, 'hw', 'kept on the CPU'),
              fix: replaceValue(item, 'hw', 'yes', 'let the chip encapsulate', setCommand(item, 'name', 'hw=yes')),
            },
          ],
    );
  },
});
