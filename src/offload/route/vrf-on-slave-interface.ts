// A VRF that lists a port of a bridge or bond.

import { masterOf } from '../../forwarding/network/masters.ts';
import { aboutEach, defineRule, vrfs } from '../rule.ts';

export const vrfOnSlaveInterface = defineRule({
  id: 'route/vrf-on-slave-interface',
  cost: 'H',

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
