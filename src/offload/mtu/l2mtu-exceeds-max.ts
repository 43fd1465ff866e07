// An L2MTU above what the ports can do.

import { documented } from '../evidence.ts';
import { replaceValue } from '../fix.ts';
import { l2mtuOf } from '../l2mtu.ts';
import { label } from '../place.ts';
import { defineRule } from '../rule.ts';

/** Every device takes this much; below it an unknown limit is not worth a word. */
const harmless = 2028;

export const l2mtuExceedsMax = defineRule({
  id: 'mtu/l2mtu-exceeds-max',
  cost: 'M',
  datapath: 'l2-switching',
  needs: 'configuration',
  facts: ['l2mtu.max'],
  summary: 'Each model has a highest L2MTU',
  why: 'RouterOS refuses the value, so the port keeps a smaller L2MTU and drops longer frames.',
  remedy: 'Use the highest value that the model takes.',
  evidence: [documented('routeros/mtu', 'the manual lists the highest L2MTU of each model')],

  check({ network, target }) {
    const limit = target.fact('l2mtu.max');
    return [...network.ports.values()].flatMap((port) => {
      const l2mtu = l2mtuOf(port);
      if (!port.item || l2mtu === undefined || l2mtu <= (limit?.value ?? harmless)) return [];
      return [
        {
          subject: port.item,
          placement: limit ? 'dropped' : 'unknown',
          what: limit
            ? `an L2MTU above ${limit.value} is refused`
            : `nobody has recorded whether ports of this model take an L2MTU of ${l2mtu}`,
          primary: label(port.item, 'l2mtu', `more than \`${port.name}\` takes`),
          ...(limit && {
            evidence: [limit.says(`the highest L2MTU is ${limit.value}`)],
            fix: replaceValue(port.item, 'l2mtu', String(limit.value), 'use the highest value of the model'),
          }),
        },
      ];
    });
  },
});
