// More hosts than the neighbour table has room for: the rest is not resolved, and not reached.

import { routesInHardware } from '../../forwarding/legs/ends.ts';
import { settingOf } from '../../model/config.ts';
import type { Target } from '../../profile/target.ts';
import { poolsOf } from '../pools.ts';
import { defineRule } from '../rule.ts';

export const neighborLimit = defineRule({
  id: 'route/neighbor-limit',
  cost: 'M',

  check({ config, network, target }) {
    if (!routesInHardware(network)) return [];
    const pools = poolsOf(network);
    const hosts = pools.reduce((sum, { size }) => sum + size, 0);
    const set = settingOf(config, '/ip/settings', 'max-neighbor-entries');
    const limit = set ? Number(set.value) : defaultLimit(target);
    const [first] = pools;
    if (!first || (limit !== undefined && hosts <= limit) || (limit === undefined && hosts <= smallestLimit)) return [];
    return {
      subject: set?.item ?? first.item,
      placement: limit === undefined ? 'unknown' : 'dropped',
      what:
        limit === undefined
          ? `${hosts} addresses can be leased, and the neighbour limit of this device is not documented`
          : `${hosts} addresses can be leased, but only ${limit} neighbours are resolved`,
      primary: set ? [set.item, 'max-neighbor-entries', 'the limit'] : [first.item, 'ranges', 'leased from here'],
      related: pools
        .filter(({ item }) => set || item !== first.item)
        .map(({ item }) => [item, 'ranges', 'leased from here']),
      fix: ['raise the limit', `/ip/settings set max-neighbor-entries=${2 ** Math.ceil(Math.log2(hosts))}`],
    };
  },
});

const smallestLimit = 2048;

function defaultLimit(target: Target): number | undefined {
  const ram = target.fact('ram.mb')?.value;
  if (ram === undefined) return undefined;
  return ram <= 64 ? smallestLimit : ram <= 128 ? 4096 : ram <= 256 ? 8192 : 16384;
}
