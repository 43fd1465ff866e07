// Which ports take part in L3 offload, where the configuration says so.

import { itemsOf, propertyValue } from '../../model/config.ts';
import { effectiveText } from '../../plan/compare.ts';
import type { PostCheck } from '../check.ts';

const menu = '/interface/ethernet/switch/port';
const name = 'l3-hw-offloading';

export const portFlags: PostCheck = {
  reads: [menu],
  judge({ expected, items }) {
    return itemsOf(expected, menu).flatMap((item) => {
      const wanted = propertyValue(item, name);
      const row = items(menu).find(({ key }) => key === item.key);
      if (wanted === undefined || !row) return [];
      const observed = effectiveText(menu, name, propertyValue(row, name)) ?? 'not shown';
      const isSame = observed === effectiveText(menu, name, wanted);
      return {
        check: 'post-check/port-flag',
        subject: `switch port ${item.key}`,
        expected: `${name}=${wanted}`,
        observed: `${name}=${observed}`,
        command: `${menu}/print`,
        proof: isSame ? 'proved' : 'not-offloaded',
        at: { menu, key: item.key },
      } as const;
    });
  },
};
