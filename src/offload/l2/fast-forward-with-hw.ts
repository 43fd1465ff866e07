// Fast-forward asked for on a bridge that a switch chip serves.

import { isYes, propertyValue } from '../../model/config.ts';
import { defineRule } from '../rule.ts';

export const fastForwardWithHw = defineRule({
  id: 'l2/fast-forward-with-hw',
  cost: 'i',
  datapath: 'l2-switching',
  summary: 'Fast-forward does nothing on a bridge with hardware offloading',
  why: 'It is a shortcut of the CPU between exactly two ports. The chip is faster, and forwards in its place.',
  remedy: 'Leave it as it is: changing it takes all ports of the bridge down for a moment.',

  check({ network }) {
    return [...network.bridges.values()].flatMap(({ item, name, switches }) =>
      switches.length > 0 && isYes(propertyValue(item, 'fast-forward'))
        ? {
            subject: item,
            placement: 'hardware' as const,
            what: `\`fast-forward\` has no effect on \`${name}\`: the switch chip forwards`,
            primary: ['fast-forward', 'not used with hardware offloading'],
          }
        : [],
    );
  },
});
