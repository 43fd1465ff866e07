// A rate in a switch rule: it polices, it does not shape.

import { policedBps } from '../../forwarding/paths/hardware-leg.ts';
import { aboutEach, defineRule } from '../rule.ts';
import { rulesOfRoutingChip } from '../switch-rules.ts';

export const aclRatePolicer = defineRule({
  id: 'acl/acl-rate-policer',
  cost: 'i',

  check: aboutEach(rulesOfRoutingChip, (item) => {
    if (policedBps(item) === undefined) return [];
    return {
      placement: 'hardware',
      what: 'these switch rules drop what exceeds their rate',
      primary: ['rate', 'a policer'],
    };
  }),
});
