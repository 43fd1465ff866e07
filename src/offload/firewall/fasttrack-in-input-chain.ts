// FastTrack for the device's own traffic: nothing is forwarded there.

import { isFasttrack } from '../../forwarding/firewall/fasttrack-rules.ts';
import { propertyValue } from '../../model/config.ts';
import { replaceValue } from '../fix.ts';
import { aboutEach, defineRule, itemsIn } from '../rule.ts';

export const fasttrackInInputChain = defineRule({
  id: 'firewall/fasttrack-in-input-chain',
  cost: 'M',

  check: aboutEach(itemsIn('/ip/firewall/filter', '/ipv6/firewall/filter'), (item) => {
    const chain = propertyValue(item, 'chain');
    if (!isFasttrack(item) || (chain !== 'input' && chain !== 'output')) return [];
    return {
      what: 'FastTrack rules in the input or output chain accelerate nothing',
      primary: ['chain', 'nothing is forwarded here'],
      fix: replaceValue(item, 'chain', 'forward', 'move the rule to the forward chain'),
    };
  }),
});
