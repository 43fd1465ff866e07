// A switch rule that sets the VLAN priority while QoS in hardware decides it.

import { isYes, propertyValue } from '../../model/config.ts';
import { aboutEach, defineRule } from '../rule.ts';
import { rulesOfRoutingChip } from '../switch-rules.ts';

export const aclNewVlanPriorityDeprecated = defineRule({
  id: 'acl/acl-new-vlan-priority-deprecated',
  cost: 'L',

  check: aboutEach(rulesOfRoutingChip, (rule, { network }) => {
    const item = network.offload?.item;
    if (!item || !isYes(propertyValue(item, 'qos-hw-offloading')) || !rule.properties.has('new-vlan-priority'))
      return [];
    return {
      placement: 'hardware',
      what: 'the priority that these switch rules set is ignored: QoS in hardware decides it',
      primary: ['new-vlan-priority', 'ignored'],
      related: [[item, 'qos-hw-offloading', 'decides the priority']],
    };
  }),
});
