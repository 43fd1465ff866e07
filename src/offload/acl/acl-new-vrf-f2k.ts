// A switch rule that moves packets to a VRF, on a chip that knows none.

import { aboutEach, defineRule } from '../rule.ts';
import { routingChipRulesWith } from '../switch-rules.ts';

export const aclNewVrfF2k = defineRule({
  id: 'acl/acl-new-vrf-f2k',
  cost: 'H',
  facts: ['l3.vrf-tables'],
  summary: 'On chips without VRF tables `new-vrf` redirects to the CPU',
  why: 'The rule works like `redirect-to-cpu=yes`: what it matches is forwarded by the CPU.',
  remedy: 'Use a device whose chip routes in VRFs.',

  check: aboutEach(routingChipRulesWith('acl/acl-new-vrf-f2k'), ({ reason: { placement, cause } }) => ({
    placement,
    what:
      placement === 'unknown'
        ? 'it is not documented whether this chip knows VRFs'
        : 'what these switch rules move to a VRF is forwarded by the CPU: the chip knows no VRFs',
    primary: ['new-vrf', 'redirects to the CPU'],
    evidence: cause.evidence,
  })),
});
