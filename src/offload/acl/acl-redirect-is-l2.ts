// A redirect to a port as if it were a next hop: the chip rewrites nothing.

import { propertyValue } from '../../model/config.ts';
import { aboutEach, defineRule } from '../rule.ts';
import { routingChipRulesWith } from '../switch-rules.ts';

export const aclRedirectIsL2 = defineRule({
  id: 'acl/acl-redirect-is-l2',
  cost: 'H',
  summary: 'A redirect to a port sends the frame as it is: it does not route',
  why: 'The port is a routed one, but the frame leaves with the MAC addresses and the TTL that it came with. A next hop there drops it, unless it accepts frames that are not addressed to it.',
  remedy: 'Use such redirects for devices that take every frame; for policy routing use a VRF or the CPU.',

  check: aboutEach(routingChipRulesWith('acl/acl-redirect-is-l2'), ({ item, reason: { placement } }) => ({
    placement,
    isCertainOfSome: true,
    what: 'packets are sent out of a routed port without being routed',
    primary: ['new-dst-ports', `\`${propertyValue(item, 'new-dst-ports')}\` is a routed port`],
  })),
});
