// Switch rules that send a copy of much traffic to the CPU.

import { breadthOf } from '../../forwarding/acl/switch-rule-effects.ts';
import { isYes, propertyValue } from '../../model/config.ts';
import { aboutEach, defineRule } from '../rule.ts';
import { rulesOfRoutingChip } from '../switch-rules.ts';

export const aclCopyToCpu = defineRule({
  id: 'acl/acl-copy-to-cpu',
  cost: 'M',

  check: aboutEach(rulesOfRoutingChip, (item) => {
    if (!isYes(propertyValue(item, 'copy-to-cpu'))) return [];
    const isNarrow = breadthOf(item) === 'service';
    return {
      placement: 'hardware',
      ...(isNarrow && { cost: 'i' }),
      what: isNarrow
        ? 'the CPU gets a copy of what these rules match'
        : 'the CPU gets a copy of all traffic of networks or ports',
      primary: ['copy-to-cpu', 'a copy of each packet'],
    };
  }),
});
