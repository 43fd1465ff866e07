// The direction towards a port without the L3HW flag: it reaches the CPU, while the way back may not.

import { isRedirected } from '../../forwarding/acl/entering-tables.ts';
import { unguardedPaths } from '../../forwarding/legs/ends.ts';
import { flaggedOff } from '../held.ts';
import { defineRule, type WrittenFinding } from '../rule.ts';

export const l3hwEgressOnlyOff = defineRule({
  id: 'l3hw/l3hw-egress-only-off',
  cost: 'M',

  check: ({ network }) =>
    unguardedPaths(network).flatMap(({ from, family }) =>
      flaggedOff(from.leg.off).map(({ item, port }): WrittenFinding => {
        const isHandled = isRedirected(network, from.name, port, family);
        return {
          subject: item,
          ...(isHandled && { cost: 'i' }),
          what: isHandled
            ? `traffic through \`${port.name}\` takes the CPU in both directions, as its switch rules ask`
            : `only one direction through \`${port.name}\` is certain to meet the CPU`,
          primary: ['l3-hw-offloading', 'decides for what leaves here'],
        };
      }),
    ),
});
