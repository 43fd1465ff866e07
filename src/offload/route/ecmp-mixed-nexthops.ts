// An ECMP group whose paths are not all routed in hardware.

import { isInHardware, legOf } from '../../forwarding/legs/leg.ts';
import type { NextHop } from '../../forwarding/network/network.ts';
import { ecmpGroups } from '../ecmp.ts';
import { defineRule, ofRoutingChip } from '../rule.ts';

export const ecmpMixedNexthops = defineRule({
  id: 'route/ecmp-mixed-nexthops',
  cost: 'M',
  summary: 'What the chip does with paths of which some are not in hardware is not documented',
  why: 'Some next hops of this prefix leave by interfaces that the chip does not route. Whether the whole prefix falls to the CPU, or only those paths, is not documented.',
  remedy: 'Use next hops of one kind for a prefix.',

  check: ofRoutingChip(({ network }) => {
    return ecmpGroups(network).flatMap(({ routes, nextHops }) => {
      const [first] = routes;
      const outside = nextHops.filter((hop) => !isHopInHardware(hop));
      if (!first || outside.length === 0 || outside.length === nextHops.length) return [];
      const names = outside.map(
        (hop) => `\`${hop.kind === 'blackhole' ? 'blackhole' : (hop.interface ?? 'an unknown interface')}\``,
      );
      return {
        subject: first.item,
        affects: routes.map(({ item }) => item),
        placement: 'partial',
        what: 'only some paths of the prefix are in hardware, and the whole prefix may fall to the CPU',
        primary: ['gateway', `by ${[...new Set(names)].join(', ')}: not in hardware`],
      };
    });

    function isHopInHardware(hop: NextHop): boolean {
      return hop.interface !== undefined && isInHardware(legOf(network, hop.interface, 4));
    }
  }),
});
