// Multicast routing: no chip does it.

import { multicastRouters } from '../../forwarding/paths/multicast-leg.ts';
import { aboutEach, defineRule, routed } from '../rule.ts';

export const multicastRoutingCpu = defineRule({
  id: 'route/multicast-routing-cpu',
  cost: 'H',
  summary: 'Multicast is routed by the CPU',
  why: 'Every multicast packet that is routed from one network to another goes through the CPU, at the full rate of the streams.',
  remedy: 'Keep multicast within one VLAN, where the chip forwards it, or route it on another device.',

  check: aboutEach(routed(multicastRouters), ({ property, name }) => ({
    what: `multicast that ${name} routes goes through the CPU`,
    primary: [property, 'routed by the CPU'],
  })),
});
