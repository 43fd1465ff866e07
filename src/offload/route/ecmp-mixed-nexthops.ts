// An ECMP group whose paths are not all routed in hardware.

import { isInHardware, legOf } from '../../forwarding/legs/leg.ts';
import type { NextHop } from '../../forwarding/network/network.ts';
import { ecmpGroups } from '../ecmp.ts';
import { aboutEach, defineRule, routed } from '../rule.ts';

export const ecmpMixedNexthops = defineRule({
  id: 'route/ecmp-mixed-nexthops',
  cost: 'M',

  check: aboutEach(routed(ecmpGroups), ({ routes, nextHops }, { network }) => {
    const isHopInHardware = ({ interface: name }: NextHop) =>
      name !== undefined && isInHardware(legOf(network, name, 4));
    const outside = nextHops.filter((hop) => !isHopInHardware(hop));
    if (outside.length === 0 || outside.length === nextHops.length) return [];
    const names = outside.map(
      (hop) => `\`${hop.kind === 'blackhole' ? 'blackhole' : (hop.interface ?? 'an unknown interface')}\``,
    );
    return {
      affects: routes.map(({ item }) => item),
      placement: 'partial',
      what: 'only some paths of the prefix are in hardware, and the whole prefix may fall to the CPU',
      primary: ['gateway', `by ${[...new Set(names)].join(', ')}: not in hardware`],
    };
  }),
});
