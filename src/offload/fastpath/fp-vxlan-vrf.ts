// VXLAN whose outer packets are in a VRF.

import { vxlansOf } from '../../forwarding/legs/vxlan.ts';
import { setCommand } from '../fix.ts';
import { aboutEach, defineRule } from '../rule.ts';

export const fpVxlanVrf = defineRule({
  id: 'fastpath/fp-vxlan-vrf',
  cost: 'M',

  check: aboutEach(vxlansOf, ({ item, name, vrf }) => {
    if (vrf.name === 'main') return [];
    return {
      what: 'packets of VXLAN in a VRF take the slow path',
      primary: [vrf.property, `\`${name}\` is in \`${vrf.name}\``],
      fix: ['use the main table', setCommand(item, `${vrf.property}=main`)],
    };
  }),
});
