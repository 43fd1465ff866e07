// VXLAN whose outer packets are in a VRF.

import { commandFix, setCommand } from '../fix.ts';
import { defineRule } from '../rule.ts';
import { vxlansOf } from '../vxlans.ts';

export const fpVxlanVrf = defineRule({
  id: 'fastpath/fp-vxlan-vrf',
  cost: 'M',
  datapath: 'l3-routing',
  summary: 'VXLAN in a VRF has no FastPath',
  why: 'Every packet of the tunnel takes the slow path.',
  remedy: 'Keep the outer packets in the main table.',

  check({ network }) {
    return vxlansOf(network).flatMap(({ item, name, vrf }) =>
      vrf.name === 'main'
        ? []
        : {
            subject: item,
            placement: 'cpu' as const,
            what: 'packets of VXLAN in a VRF take the slow path',
            primary: [vrf.property, `\`${name}\` is in \`${vrf.name}\``],
            fix: commandFix('use the main table', setCommand(item, `${vrf.property}=main`)),
          },
    );
  },
});
