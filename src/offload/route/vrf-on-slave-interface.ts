// A VRF that lists a port of a bridge or bond.

import { masterOf } from '../../forwarding/network/masters.ts';
import { aboutEach, defineRule, vrfs } from '../rule.ts';

export const vrfOnSlaveInterface = defineRule({
  id: 'route/vrf-on-slave-interface',
  cost: 'H',
  summary: 'A VRF holds bridges, bonds and VLAN interfaces, not their ports',
  why: 'Packets belong to the bridge or bond that the port is a member of, so the VRF gets none of them.',
  remedy: 'Put the bridge, the bond or its VLAN interface into the VRF.',

  check: aboutEach(vrfs, ({ interfaces, name }, { network }) =>
    interfaces.flatMap((member) => {
      const master = masterOf(network, member);
      if (!master) return [];
      return {
        placement: 'dropped',
        what: `VRF \`${name}\` gets nothing from ports that belong to a bridge or bond`,
        primary: ['interfaces', `\`${member}\` belongs to \`${master.name}\``],
        related: [[master.item, master.property, 'the membership']],
      };
    }),
  ),
});
