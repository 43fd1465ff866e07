// A switch rule that moves packets to a VRF, on a RouterOS version that does not have it.

import { aboutEach, defineRule } from '../rule.ts';
import { routingChipRulesWith } from '../switch-rules.ts';

export const aclNewVrfVersion = defineRule({
  id: 'acl/acl-new-vrf-version',
  cost: 'H',
  facts: ['acl.new-vrf', 'l3.vrf-tables'],
  summary: 'Switch rules have `new-vrf` from RouterOS 7.24 on',
  why: 'This version refuses the property, so the packets follow the main table.',
  remedy: 'Upgrade to 7.24.1 or newer.',

  check: aboutEach(routingChipRulesWith('acl/acl-new-vrf-version'), ({ reason: { placement, cause } }) => ({
    placement,
    what:
      placement === 'unknown'
        ? 'it is not documented whether switch rules move packets to a VRF in this RouterOS version'
        : 'switch rules cannot move packets to a VRF in this RouterOS version',
    primary: ['new-vrf', 'not known to this version'],
    evidence: cause.evidence,
  })),
});
