// RA guard: ICMPv6 to the CPU by a switch rule, where the chip knows it.

import { featureLosses } from '../bridge-offload.ts';
import { defineRule, type WrittenFinding } from '../rule.ts';

const property = 'ra-guard';

export const raGuard = defineRule({
  id: 'l2/ra-guard',
  cost: 'L',

  check({ network }) {
    const off = ['no', 'switch it off'] as const;
    const losses = featureLosses(network, 'l2/ra-guard', { name: 'RA guard', off });
    const kept = [...network.bridges.values()].filter(
      (bridge) => bridge.uses.some((use) => use.property === property) && bridge.switches.length > 0,
    );
    return [
      ...losses.map((loss) => ({ cost: 'H' as const, ...loss })),
      ...kept.map(
        ({ item }): WrittenFinding => ({
          subject: item,
          placement: 'hardware',
          what: 'RA guard takes an entry of the switch rule table',
          primary: [property, 'a dynamic switch rule'],
        }),
      ),
    ];
  },
});
