// A switch rule that moves packets to a VRF, on a chip that knows none.

import { aboutEach, defineRule, restingOn } from '../rule.ts';
import { rulesToVrfs } from '../switch-rules.ts';

export const aclNewVrfF2k = defineRule({
  id: 'acl/acl-new-vrf-f2k',
  cost: 'H',
  facts: ['l3.vrf-tables'],
  summary: 'On chips without VRF tables `new-vrf` redirects to the CPU',
  why: 'The rule works like `redirect-to-cpu=yes`: what it matches is forwarded by the CPU.',
  remedy: 'Use a device whose chip routes in VRFs.',

  check: aboutEach(rulesToVrfs, (_, { network }) => {
    const fact = network.offload?.switch.fact('l3.vrf-tables');
    if (fact && fact.value > 0) return [];
    return restingOn(fact, 'whether this chip knows VRFs', {
      what: 'what these switch rules move to a VRF is forwarded by the CPU: the chip knows no VRFs',
      primary: ['new-vrf', 'redirects to the CPU'],
      says: 'the chip has no VRF tables',
    });
  }),
});
