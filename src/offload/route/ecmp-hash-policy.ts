// The hash policy of the kernel, where the chip shares the traffic.

import { ecmpGroups } from '../ecmp.ts';
import { aboutEach, defineRule, routed, settingIn } from '../rule.ts';

export const ecmpHashPolicy = defineRule({
  id: 'route/ecmp-hash-policy',
  cost: 'L',
  summary: 'The multipath hash policy is a setting of the CPU',
  why: 'It decides how the CPU shares traffic among paths. How the chip does it is not documented, and nothing says that the setting reaches it.',
  remedy: 'Do not rely on it for traffic that the chip routes.',

  check: aboutEach(routed(settingIn('/ip/settings', 'ipv4-multipath-hash-policy')), ({ value }, { network }) => {
    if (value === 'l3' || ecmpGroups(network).length === 0) return [];
    return {
      placement: 'hardware',
      what: 'the chip may share traffic among paths by another hash than this one',
      primary: ['ipv4-multipath-hash-policy', 'a setting of the CPU'],
    };
  }),
});
