// The hash policy of the kernel, where the chip shares the traffic.

import { ecmpGroups } from '../ecmp.ts';
import { aboutEach, defineRule, routed, settingIn } from '../rule.ts';

export const ecmpHashPolicy = defineRule({
  id: 'route/ecmp-hash-policy',
  cost: 'L',

  check: aboutEach(routed(settingIn('/ip/settings', 'ipv4-multipath-hash-policy')), ({ value }, { network }) => {
    if (value === 'l3' || ecmpGroups(network).length === 0) return [];
    return {
      placement: 'hardware',
      what: 'the chip may share traffic among paths by another hash than this one',
      primary: ['ipv4-multipath-hash-policy', 'a setting of the CPU'],
    };
  }),
});
