// A switch rule that moves packets to a VRF, on a RouterOS version that does not have it.

import { aboutEach, defineRule, restingOn } from '../rule.ts';
import { rulesToVrfs } from '../switch-rules.ts';

export const aclNewVrfVersion = defineRule({
  id: 'acl/acl-new-vrf-version',
  cost: 'H',
  facts: ['acl.new-vrf', 'l3.vrf-tables'],
  summary: 'Switch rules have `new-vrf` from RouterOS 7.24 on',
  why: 'This version refuses the property, so the packets follow the main table.',
  remedy: 'Upgrade to 7.24.1 or newer.',

  check: aboutEach(rulesToVrfs, (_, { network }) => {
    const fact = network.offload?.switch.fact('acl.new-vrf');
    const tables = network.offload?.switch.fact('l3.vrf-tables');
    if (fact?.value === true || tables?.value === 0 || (!tables && fact)) return [];
    return restingOn(fact, 'whether switch rules move packets to a VRF in this RouterOS version', {
      placement: 'unavailable',
      what: 'switch rules cannot move packets to a VRF in this RouterOS version',
      primary: ['new-vrf', 'not known to this version'],
      says: 'switch rules have no new-vrf in this version',
    });
  }),
});
