// An ECMP group whose paths are not all routed in hardware.

import { isInHardware, legOf } from '../../forwarding/legs/leg.ts';
import type { NextHop } from '../../forwarding/network/network.ts';
import { ecmpGroups } from '../ecmp.ts';
import { aboutEach, defineRule, routed } from '../rule.ts';

export const ecmpMixedNexthops = defineRule({
  id: 'route/ecmp-mixed-nexthops',
  cost: 'M',

  check: aboutEach(routed(ecmpGroups), ({ item, routes, nextHops }, { network }) => {
    const family = routes[0]?.prefix.family ?? 4;
    const kept = routes.filter(({ suppressed }) => suppressed);
    const isInChip = (hop: NextHop) =>
      hop.interface !== undefined &&
      !kept.some((route) => route.nextHops.includes(hop)) &&
      isInHardware(legOf(network, hop.interface, family));
    const outside = nextHops.filter((hop) => !isInChip(hop));
    if (outside.length === 0 || outside.length === nextHops.length) return [];
    const names = outside.map(
      (hop) => `\`${hop.kind === 'blackhole' ? 'blackhole' : (hop.interface ?? 'an unknown interface')}\``,
    );
    return {
      affects: routes.map((route) => route.item),
      placement: 'partial',
      what: 'only some paths of the prefix are in hardware, and the whole prefix may fall to the CPU',
      primary: kept[0]
        ? [kept[0].item, 'suppress-hw-offload', 'its path is kept out of the chip']
        : [item, 'gateway', `by ${[...new Set(names)].join(', ')}: not in hardware`],
    };
  }),
});
