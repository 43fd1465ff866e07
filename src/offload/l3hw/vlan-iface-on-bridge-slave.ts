// A VLAN interface on a port that belongs to a bridge or a bond: the master takes the frames before it.

import { masterOf } from '../../forwarding/network/masters.ts';
import { aboutEach, defineRule, vlans } from '../rule.ts';

export const vlanIfaceOnBridgeSlave = defineRule({
  id: 'l3hw/vlan-iface-on-bridge-slave',
  cost: 'H',

  check: aboutEach(vlans, ({ name, parent, vid }, { network }) => {
    const master = masterOf(network, parent);
    if (!master) return [];
    return {
      placement: 'dropped',
      what: `\`${name}\` gets no frames: \`${parent}\` belongs to \`${master.name}\``,
      primary: ['interface', `a port of \`${master.name}\``],
      related: [[master.item, master.property, 'the membership']],
      fix: { set: 'interface', to: master.name, title: `put VLAN ${vid} on \`${master.name}\`` },
    };
  }),
});
