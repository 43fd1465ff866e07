// Interfaces that send on the slow path: bonds, and all that do not support FastPath.

import { slowTo } from '../../forwarding/firewall/cpu-path.ts';
import { allEnds } from '../../forwarding/legs/ends.ts';
import { fastpathBenefit } from '../fastpath-benefit.ts';
import { defineRule } from '../rule.ts';

export const fpIfaceUnsupportedTx = defineRule({
  id: 'fastpath/fp-iface-unsupported-tx',
  cost: 'M',
  summary: 'Packets that leave by an interface without FastPath finish on the slow path',
  why: 'They start on FastPath and change to the slow path on their way, which costs part of the gain. Bonds support FastPath when they receive, not when they send.',
  remedy: 'Expect less there; a single faster port does better than a bond.',

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
