// A range of port numbers in a switch rule.

import { propertyValue } from '../../model/config.ts';
import { aboutEach, defineRule } from '../rule.ts';
import { routingChipRulesWith } from '../switch-rules.ts';

export const aclPortRange = defineRule({
  id: 'acl/acl-port-range',
  cost: 'M',
  summary: 'Whether a switch rule takes a range of ports is documented in two ways',
  why: 'The command reference calls the property a range, the manual a single number. A device that refuses the range does not have the rule.',
  remedy: 'Check on the device that the rule exists and is not flagged invalid, or write one rule for each port.',
  uncertainty: 'The sources contradict each other.',

  check: aboutEach(routingChipRulesWith('acl/acl-port-range'), ({ item, reason: { placement } }) => ({
    placement,
    what: 'whether the chip takes ranges of ports is not certain',
    primary: [propertyValue(item, 'dst-port')?.includes('-') ? 'dst-port' : 'src-port', 'a range'],
    fix: 'write one rule for each port if the device refuses the range',
  })),
});
