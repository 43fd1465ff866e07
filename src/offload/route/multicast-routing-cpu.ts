// Multicast routing: no chip does it.

import { multicastRouters } from '../../forwarding/paths/multicast-leg.ts';
import { aboutEach, defineRule, routed } from '../rule.ts';

export const multicastRoutingCpu = defineRule({
  id: 'route/multicast-routing-cpu',
  cost: 'H',

  check: aboutEach(routed(multicastRouters), ({ property, name }) => ({
    what: `multicast that ${name} routes goes through the CPU`,
    primary: [property, 'routed by the CPU'],
  })),
});
