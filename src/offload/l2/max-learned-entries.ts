// A limit on the hosts that the bridge lists, below the number of addresses that are leased over it.

import { propertyValue } from '../../model/config.ts';
import { setNamed } from '../fix.ts';
import { poolsOf, serversOn } from '../pools.ts';
import { aboutEach, bridges, defineRule } from '../rule.ts';

export const maxLearnedEntries = defineRule({
  id: 'l2/max-learned-entries',
  cost: 'L',

  check: aboutEach(bridges, (bridge, { network }) => {
    const limit = Number(propertyValue(bridge.item, 'max-learned-entries') ?? Number.NaN);
    const hosts = poolsOf(network, serversOn(network, bridge)).reduce((sum, { size }) => sum + size, 0);
    if (!Number.isInteger(limit) || hosts <= limit) return [];
    return {
      placement: 'hardware',
      what: `${hosts} addresses are leased over \`${bridge.name}\`, which lists ${limit} hosts`,
      primary: ['max-learned-entries', 'the limit'],
      fix: ['let RouterOS choose', setNamed('/interface/bridge', bridge.name, 'max-learned-entries=auto')],
    };
  }),
});
