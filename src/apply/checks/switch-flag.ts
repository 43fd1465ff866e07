// The chip's own switch for L3 offload: RouterOS puts it back to `no` by itself when the driver fails.
// Source: manual, L3 Hardware Offloading.

import { isYes, itemsOf, propertyValue } from '../../model/config.ts';
import type { PostCheck } from '../check.ts';

const menu = '/interface/ethernet/switch';

export const switchFlag: PostCheck = {
  reads: [menu],
  judge({ expected, items }) {
    return itemsOf(expected, menu)
      .filter((item) => isYes(propertyValue(item, 'l3-hw-offloading')))
      .map(({ key }) => {
        const row = items(menu).find((item) => item.key === key);
        const isOn = isYes(row && propertyValue(row, 'l3-hw-offloading')) && row?.state?.get('invalid') !== 'true';
        return {
          check: 'post-check/switch-off',
          subject: `switch ${key}`,
          expected: 'l3-hw-offloading=yes',
          observed: row ? `l3-hw-offloading=${isOn ? 'yes' : 'no'}` : 'no such switch',
          command: `${menu}/print`,
          proof: isOn ? 'proved' : 'not-offloaded',
          at: { menu, key },
        } as const;
      });
  },
};
