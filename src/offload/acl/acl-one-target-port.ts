// A redirect to several ports where the chip takes one.

import { listValues, propertyValue } from '../../model/config.ts';
import { aboutEach, defineRule } from '../rule.ts';
import { rulesWith } from '../switch-rules.ts';

export const aclOneTargetPort = defineRule({
  id: 'acl/acl-one-target-port',
  cost: 'M',
  facts: ['acl.many-targets'],
  summary: 'On some chips a switch rule redirects to a single port or bond',
  why: 'RouterOS refuses the rule, so the packets are forwarded as if it did not exist.',
  remedy: 'Redirect to one port, or to a hardware bond.',

  check: aboutEach(rulesWith('acl/acl-one-target-port'), ({ item, reason: { placement, cause } }) => ({
    placement,
    what:
      placement === 'unknown'
        ? 'it is not documented whether this chip redirects to several ports'
        : 'switch rules that redirect to several ports are refused',
    primary: ['new-dst-ports', `${listValues(propertyValue(item, 'new-dst-ports')).length} ports`],
    evidence: cause.evidence,
  })),
});
