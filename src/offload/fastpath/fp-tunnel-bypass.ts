// Tunnel FastPath past the policies that its packets should meet.

import { fastpathTunnels, pastPolicies } from '../../forwarding/cpu/tunnels.ts';
import { aboutEach, defineRule } from '../rule.ts';

export const fpTunnelBypass = defineRule({
  id: 'fastpath/fp-tunnel-bypass',
  cost: 'C',

  check: aboutEach(fastpathTunnels, (tunnel, { network }) => {
    const past = pastPolicies(network, tunnel);
    if (!past) return [];
    const { item, property, reason } = past;
    return {
      affects: [item],
      placement: reason.placement,
      ...(reason.placement === 'unknown' && { cost: 'M', why: whyOpen }),
      what: reason.cause.text,
      primary: [tunnel.item.properties.has('allow-fast-path') ? 'allow-fast-path' : 'name', 'FastPath is allowed'],
      related: [[item, property, 'may be bypassed']],
      fix: { set: 'allow-fast-path', to: 'no', title: 'keep the tunnel off FastPath' },
    };
  }),
});

const whyOpen =
  'Packets of the tunnel that take FastPath meet neither firewall nor queues; which of them do depends on the rest of the configuration.';
