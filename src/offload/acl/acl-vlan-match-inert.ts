// VLAN matchers where the chip filters no VLANs: they have no effect.

import { inertMatch } from '../../forwarding/switch-rule-placement.ts';
import { aboutEach, defineRule } from '../rule.ts';
import { routingChipRulesWith } from '../switch-rules.ts';

export const aclVlanMatchInert = defineRule({
  id: 'acl/acl-vlan-match-inert',
  cost: 'C',
  summary: 'VLAN matchers and actions of switch rules work on ports of a VLAN-filtering hardware bridge only',
  why: 'Without VLAN filtering, or on a port outside the bridge, the matcher has no effect: the rule matches too much or nothing.',
  remedy: 'Switch VLAN filtering on for the bridge of these ports, or match by port.',

  check: aboutEach(routingChipRulesWith('acl/acl-vlan-match-inert'), ({ item, reason: { placement } }, { network }) => {
    const { property, port } = inertMatch(network, item) ?? {};
    if (property === undefined) return [];
    return {
      placement,
      what: 'VLAN matchers of switch rules have no effect: these rules match too much or nothing',
      primary: [property, port === '' ? 'no bridge filters VLANs' : `\`${port}\` filters no VLANs`],
    };
  }),
});
