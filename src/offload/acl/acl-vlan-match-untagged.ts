// A VLAN matcher on a port where the VLAN is untagged.

import { untaggedPort } from '../../forwarding/switch-rule-placement.ts';
import { aboutEach, defineRule } from '../rule.ts';
import { routingChipRulesWith } from '../switch-rules.ts';

export const aclVlanMatchUntagged = defineRule({
  id: 'acl/acl-vlan-match-untagged',
  cost: 'H',
  summary: 'Whether `vlan-id` matches untagged frames of an access port is not documented',
  why: 'Frames of this VLAN arrive without a tag at this port. Nobody has published whether the matcher sees the VLAN that the port assigns, so the rule may not match at all.',
  remedy: 'On access ports match by port alone; on trunks add `vlan-header=present`.',
  uncertainty: 'It was not measured.',

  check: aboutEach(
    routingChipRulesWith('acl/acl-vlan-match-untagged'),
    ({ item, reason: { placement } }, { network }) => ({
      placement,
      what: 'whether these rules match is not known: the VLAN is untagged at the port',
      primary: ['vlan-id', `untagged at \`${untaggedPort(network, item)}\``],
      fix: 'match by port alone, without `vlan-id`',
    }),
  ),
});
