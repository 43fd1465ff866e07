// More ECMP paths than the chip uses.

import { ecmpGroups } from '../ecmp.ts';
import { aboutEach, defineRule, restingOn, routed } from '../rule.ts';

/** Groups up to this size are not worth a word while nobody knows the limit of the chip. */
const harmless = 8;

export const ecmpOverLimit = defineRule({
  id: 'route/ecmp-over-limit',
  cost: 'M',

  check: aboutEach(routed(ecmpGroups), ({ routes: [, ...rest], nextHops }, { network }) => {
    const limit = network.offload?.switch.fact('l3.ecmp-paths');
    if (nextHops.length <= (limit?.value ?? harmless)) return [];
    const most = limit?.value ?? 0;
    return restingOn(limit, `how many of ${nextHops.length} paths this chip uses`, {
      placement: 'partial',
      what: `${nextHops.length - most} of ${nextHops.length} paths stay idle: the chip uses ${most} for one prefix`,
      primary: ['gateway', `${nextHops.length} paths`],
      related: rest.map(({ item }) => [item, 'gateway', 'the same prefix']),
      says: `the chip uses ${most} paths for one prefix`,
    });
  }),
});
