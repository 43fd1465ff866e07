// VXLAN whose outer packets are in a VRF.

import { commandFix, setCommand } from '../fix.ts';
import { defineRule } from '../rule.ts';
import { offloadableVxlans } from '../vxlans.ts';

export const vxlanInVrf = defineRule({
  id: 'vxlan/vxlan-in-vrf',
  cost: 'H',
  datapath: 'l2-switching',
  facts: ['l3.vxlan'],
  implies: ['fastpath/fp-vxlan-vrf'],
  summary: 'The chip encapsulates in the main table only',
  why: 'The CPU encapsulates every packet of the tunnel, and on its slow path.',
  remedy: 'Keep the outer packets in the main table.',

  check({ network }) {
    return offloadableVxlans(network).flatMap(({ item, name, vrf }) =>
      vrf.name === 'main'
        ? []
        : {
            subject: item,
            placement: 'cpu' as const,
            what: 'VXLAN in a VRF is done by the CPU',
            primary: [vrf.property, `\`${name}\` is in \`${vrf.name}\``],
            fix: commandFix('use the main table', setCommand(item, `${vrf.property}=main`)),
          },
    );
  },
});
