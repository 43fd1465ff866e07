// Interfaces that send on the slow path: bonds, and all that do not support FastPath.

import { slowTo } from '../../forwarding/firewall/cpu-path.ts';
import { allEnds } from '../../forwarding/legs/ends.ts';
import { fastpathBenefit } from '../fastpath-benefit.ts';
import { defineRule } from '../rule.ts';

export const fpIfaceUnsupportedTx = defineRule({
  id: 'fastpath/fp-iface-unsupported-tx',
  cost: 'M',

  check({ network }) {
    const benefit = fastpathBenefit(network);
    if (benefit === 'none' || benefit === 'hardware') return [];
    return allEnds(network).flatMap((end) => {
      const found = slowTo(network, end.name);
      if (!found) return [];
      const { item, bond, cause } = found;
      return {
        subject: item,
        ...((bond === undefined || benefit !== 'fastpath') && { cost: 'i' }),
        what: `packets ${bond === undefined ? 'to interfaces without FastPath' : 'that leave by a bond'} finish on the slow path`,
        primary: ['name', cause.text],
      };
    });
  },
});
