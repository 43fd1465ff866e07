// A route that is kept out of the chip on purpose.

import { isLearnt } from '../../forwarding/expected-routes.ts';
import { aboutEach, defineRule, routed, routes } from '../rule.ts';

export const suppressHwOffloadStatic = defineRule({
  id: 'route/suppress-hw-offload-static',
  cost: 'i',
  summary: 'A route with `suppress-hw-offload=yes` is left to the CPU',
  why: 'Packets to this prefix go through the CPU, where firewall and NAT see them.',
  remedy: 'Set `suppress-hw-offload=no` if that is not intended.',

  check: aboutEach(routed(routes), (route) => {
    if (!route.suppressed || isLearnt(route)) return [];
    return {
      what: 'these prefixes are left to the CPU, as their routes ask',
      primary: ['suppress-hw-offload', 'not in the chip'],
    };
  }),
});
