// A switch rule for what comes from the CPU: there is no such rule.

import { aboutEach, defineRule } from '../rule.ts';
import { routingChipRulesWith } from '../switch-rules.ts';

export const aclCpuPort = defineRule({
  id: 'acl/acl-cpu-port',
  cost: 'M',
  summary: 'Switch rules cannot name the port of the CPU',
  why: 'RouterOS refuses the rule, so nothing limits what the CPU sends into the switch.',
  remedy: 'Filter what the device itself sends in the output chain of the firewall.',

  check: aboutEach(routingChipRulesWith('acl/acl-cpu-port'), ({ reason: { placement, cause } }) => ({
    placement,
    what: 'switch rules for what the CPU sends are refused',
    primary: ['ports', cause.text],
  })),
});
