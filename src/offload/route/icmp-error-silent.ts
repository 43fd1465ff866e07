// No ICMP errors from the chip: traceroute and path MTU discovery stop working.

import { routesInHardware } from '../../forwarding/legs/ends.ts';
import { aboutEach, defineRule, settingIn } from '../rule.ts';

export const icmpErrorSilent = defineRule({
  id: 'route/icmp-error-silent',
  cost: 'M',

  check: aboutEach(
    settingIn('/interface/ethernet/switch/l3hw-settings', 'icmp-reply-on-error'),
    ({ value }, { network }) => {
      if (value !== 'no' || !routesInHardware(network)) return [];
      return {
        placement: 'dropped',
        what: 'traceroute and path MTU discovery do not work: the chip drops packets in error silently',
        primary: ['icmp-reply-on-error', 'no answers'],
        fix: { set: 'icmp-reply-on-error', to: 'yes', title: 'let the CPU answer packets in error' },
      };
    },
  ),
});
