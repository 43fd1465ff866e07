// VLAN interfaces on a bridge that does not filter VLANs: the chip does not know that the VLANs exist.

import { groupBy } from '../../source/grouping.ts';
import { vlansHeldBy } from '../held.ts';
import { defineRule } from '../rule.ts';

export const vlanFilteringOff = defineRule({
  id: 'l3hw/vlan-filtering-off',
  cost: 'H',

  check: ({ network }) => {
    const held = groupBy(vlansHeldBy('l3hw/vlan-filtering-off')(network), ({ parent }) => network.bridges.get(parent));
    return [...held].flatMap(([bridge, vlans]) => {
      if (!bridge) return [];
      return {
        subject: bridge.item,
        affects: vlans.map(({ item }) => item),
        what: `VLANs of \`${bridge.name}\` are routed by the CPU, because the bridge does not filter VLANs`,
        primary: ['vlan-filtering', 'no VLAN filtering'],
        related: vlans.map(({ item, vid }) => [item, 'interface', `VLAN ${vid} is routed here`]),
        fix: {
          set: 'vlan-filtering',
          to: 'yes',
          title: 'switch VLAN filtering on, after the bridge VLAN table is complete',
        },
      };
    });
  },
});
