// Multicast routing: no chip does it.

import { enabledItemsOf, type MenuPath } from '../../model/config.ts';
import { defineRule, ofRoutingChip } from '../rule.ts';

const menus: readonly (readonly [MenuPath, property: string, name: string])[] = [
  ['/routing/pimsm/interface-template', 'interfaces', 'PIM-SM'],
  ['/routing/igmp-proxy/interface', 'interface', 'the IGMP proxy'],
];

export const multicastRoutingCpu = defineRule({
  id: 'route/multicast-routing-cpu',
  cost: 'H',
  summary: 'Multicast is routed by the CPU',
  why: 'Every multicast packet that is routed from one network to another goes through the CPU, at the full rate of the streams.',
  remedy: 'Keep multicast within one VLAN, where the chip forwards it, or route it on another device.',

  check: ofRoutingChip(({ config }) =>
    menus.flatMap(([menu, property, name]) =>
      enabledItemsOf(config, menu).map((item) => ({
        subject: item,
        placement: 'cpu' as const,
        what: `multicast that ${name} routes goes through the CPU`,
        primary: [property, 'routed by the CPU'],
      })),
    ),
  ),
});
