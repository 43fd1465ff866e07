// A switch rule for addresses that come out of a tunnel: the chip sees the outer header.

import { aboutEach, defineRule } from '../rule.ts';
import { routingChipRulesWith } from '../switch-rules.ts';

export const aclVsIpsecTunnels = defineRule({
  id: 'acl/acl-vs-ipsec-tunnels',
  cost: 'M',
  summary: 'Switch rules match the outer header of tunnelled packets',
  why: 'Packets with this source come out of a tunnel of the device. At the chip they still carry the addresses of the tunnel, so the rule does not match.',
  remedy: 'Filter them in the firewall, on the interface of the tunnel.',

  check: aboutEach(routingChipRulesWith('acl/acl-vs-ipsec-tunnels'), ({ reason: { placement, cause } }) => ({
    placement,
    what: 'switch rules do not match packets that come out of a tunnel',
    primary: ['src-address', cause.text],
  })),
});
