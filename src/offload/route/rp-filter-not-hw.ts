// Reverse path filtering: the CPU's, not the chip's.

import { routesInHardware } from '../../forwarding/legs/ends.ts';
import { aboutEach, defineRule, settingIn } from '../rule.ts';

export const rpFilterNotHw = defineRule({
  id: 'route/rp-filter-not-hw',
  cost: 'M',

  check: aboutEach(settingIn('/ip/settings', 'rp-filter'), ({ value }, { network }) => {
    if ((value !== 'strict' && value !== 'loose') || !routesInHardware(network, 4)) return [];
    return {
      placement: 'unpredictable',
      what: 'forged source addresses are not stopped in what the chip routes',
      primary: ['rp-filter', 'a setting of the CPU'],
      fix: 'permit the own sources of each VLAN or port with switch rules, and drop the rest',
    };
  }),
});
