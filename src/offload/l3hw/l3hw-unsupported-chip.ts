// A device without a routing chip: everything that it routes, its CPU routes.

import { allEnds } from '../../forwarding/legs/ends.ts';
import { knownNotToRoute, whyNoChipRoutes } from '../no-routing-chip.ts';
import { defineRule } from '../rule.ts';

export const l3hwUnsupportedChip = defineRule({
  id: 'l3hw/l3hw-unsupported-chip',
  cost: 'i',

  check({ network, target }) {
    if (network.offload) return [];
    const ends = allEnds(network).filter(({ interface: owner }) => owner.addresses.length > 0);
    const [first] = ends;
    const address = first?.interface.addresses[0]?.item;
    if (!address || ends.length < 2) return [];
    const { isKnown, evidence } = knownNotToRoute(network);
    // A route without a way has another reason than the chip.
    const leadOn = network.routes.filter(({ nextHops }) =>
      nextHops.some((hop) => hop.kind === 'blackhole' || hop.interface !== undefined),
    );
    return {
      subject: address,
      affects: leadOn.map(({ item }) => item),
      placement: isKnown ? 'cpu' : 'unknown',
      what: isKnown
        ? `the CPU routes everything: ${whyNoChipRoutes(target)}`
        : 'it is not documented whether a chip of this device can route',
      primary: ['interface', `\`${first.name}\` and ${ends.length - 1} more are routed by the CPU`],
      evidence,
    };
  },
});
