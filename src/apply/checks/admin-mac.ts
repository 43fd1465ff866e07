// A bridge with a MAC address of its own has it. On chips that route only for addresses with one prefix, this is what
// keeps the bridge's VLAN interfaces in hardware.

import { isYes, itemsOf, propertyValue } from '../../model/config.ts';
import type { PostCheck } from '../check.ts';

const menu = '/interface/bridge';

export const adminMac: PostCheck = {
  reads: [menu],
  judge({ expected, items }) {
    return itemsOf(expected, menu).flatMap((item) => {
      const wanted = propertyValue(item, 'admin-mac');
      if (!wanted || wanted === 'none' || isYes(propertyValue(item, 'auto-mac') ?? 'yes')) return [];
      const state = items(menu).find(({ key }) => key === item.key)?.state;
      const observed = state?.get('mac-address');
      const isSame = observed?.toUpperCase() === wanted.toUpperCase();
      return {
        check: 'post-check/admin-mac',
        subject: `bridge ${item.key}`,
        expected: `MAC address ${wanted}`,
        observed: observed ?? 'no MAC address shown',
        command: `${menu}/print where name=${item.key}`,
        proof: isSame ? 'proved' : observed === undefined ? 'unproved' : 'not-offloaded',
        at: { menu, key: item.key },
      } as const;
    });
  },
};
