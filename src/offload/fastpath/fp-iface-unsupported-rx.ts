// Interfaces whose packets never start on FastPath.

import { menuOf, receivesFast } from '../../forwarding/firewall/cpu-path.ts';
import { allEnds } from '../../forwarding/legs/ends.ts';
import { fastpathBenefit } from '../fastpath-benefit.ts';
import { defineRule } from '../rule.ts';

export const fpIfaceUnsupportedRx = defineRule({
  id: 'fastpath/fp-iface-unsupported-rx',
  cost: 'H',
  implies: ['fastpath/fp-iface-unsupported-tx'],

  check({ network }) {
    if (fastpathBenefit(network) === 'none') return [];
    return allEnds(network).flatMap((end) => {
      const item = end.interface.item;
      if (!item || receivesFast(network, end.name) !== false) return [];
      // The way to the Internet carries most; a VPN beside it is slow because it is one.
      const isWayOut = end.prefixes.some(({ length }) => length === 0);
      const isBulk = isWayOut && menuOf(network, end.name) !== '/interface/lte';
      return {
        subject: item,
        cost: isBulk ? 'M' : 'i',
        what: isBulk
          ? `packets from the Internet take the slow path: \`${end.name}\` does not support FastPath`
          : 'packets from interfaces without FastPath take the slow path',
        primary: ['name', `\`${end.name}\` does not support FastPath`],
      };
    });
  },
});
