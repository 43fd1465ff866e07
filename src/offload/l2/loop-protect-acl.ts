// Loop protection, which takes a switch rule.

import { propertyValue } from '../../model/config.ts';
import { defineRule, ofEach, ports } from '../rule.ts';

export const loopProtectAcl = defineRule({
  id: 'l2/loop-protect-acl',
  cost: 'L',
  datapath: 'acl',

  check: ofEach(ports, ({ item, switch: chip, enabled, name }) => {
    if (!item || !chip || !enabled || propertyValue(item, 'loop-protect') !== 'on') return [];
    const size = chip.fact('acl.rules');
    if (size?.value === 0 || chip.fact('l3.offload')?.value === false) return [];
    return {
      subject: item,
      placement: size ? 'hardware' : 'unknown',
      what: 'loop protection takes entries of the switch rule table',
      primary: ['loop-protect', `a dynamic switch rule for \`${name}\``],
      ...(size && { evidence: [size.says(`the table holds ${size.value} rules`)] }),
    };
  }),
});
