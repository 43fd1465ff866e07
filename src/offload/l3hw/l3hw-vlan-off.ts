// A VLAN that is taken out of hardware routing by its own flag: safe in both directions.

import { legOf } from '../../forwarding/legs/leg.ts';
import { aboutEach, defineRule, vlans } from '../rule.ts';

export const l3hwVlanOff = defineRule({
  id: 'l3hw/l3hw-vlan-off',
  cost: 'i',

  check: aboutEach(vlans, ({ name, l3Offload }, { network }) => {
    const leg = legOf(network, name, 4);
    if (l3Offload || leg.reason?.cause.code !== 'l3hw/l3hw-vlan-off') return [];
    return {
      what: 'these VLANs are routed by the CPU in both directions, as their flag asks',
      primary: ['l3-hw-offloading', `\`${name}\` is not routed in hardware`],
    };
  }),
});
