// A redirect to a port that is not in the VLAN of the packets.

import { aboutEach, defineRule } from '../rule.ts';
import { routingChipRulesWith } from '../switch-rules.ts';

export const aclRedirectLeavesVlan = defineRule({
  id: 'acl/acl-redirect-leaves-vlan',
  cost: 'M',
  summary: 'Whether a redirect reaches a port outside the VLAN is not documented',
  why: 'The port that the rule sends packets to is not a member of their VLAN. Nobody has published whether the chip sends them anyway.',
  remedy: 'Make the port a member of the VLAN.',

  check: aboutEach(routingChipRulesWith('acl/acl-redirect-leaves-vlan'), ({ reason: { placement, cause } }) => ({
    placement,
    what: 'whether redirected packets leave by a port outside their VLAN is not known',
    primary: ['new-dst-ports', cause.text],
  })),
});
