// Flag `H` of VLAN interfaces, which RouterOS shows from 7.21 on: the interface is programmed into the chip.

import { inHardware, type PostCheck } from '../check.ts';

const menu = '/interface/vlan';

export const vlanInterfaces: PostCheck = {
  reads: [menu],
  judge(reading) {
    return inHardware(reading, menu).map(({ key }) => {
      const row = reading.items(menu).find((item) => item.key === key);
      const flag = row?.state?.get('hw-offloaded');
      const isSilent = row !== undefined && flag === undefined;
      const observed = flag === 'true' ? 'H' : isSilent ? 'not shown before 7.21' : row ? 'no H' : 'no such VLAN';
      return {
        check: 'post-check/vlan-not-offloaded',
        subject: `VLAN interface ${key}`,
        expected: 'H: routed by the chip',
        observed,
        command: `${menu}/print where name=${key}`,
        proof: flag === 'true' ? 'proved' : isSilent ? 'unproved' : 'not-offloaded',
        at: { menu, key },
      } as const;
    });
  },
};
