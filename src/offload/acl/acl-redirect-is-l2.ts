// A redirect to a port as if it were a next hop: the chip rewrites nothing.

import { masterOf } from '../../forwarding/masters.ts';
import { aboutEach, defineRule } from '../rule.ts';
import { breadthOf, effectOf, rulesOfRoutingChip, targetPorts } from '../switch-rules.ts';

export const aclRedirectIsL2 = defineRule({
  id: 'acl/acl-redirect-is-l2',
  cost: 'H',
  summary: 'A redirect to a port sends the frame as it is: it does not route',
  why: 'The port is a routed one, but the frame leaves with the MAC addresses and the TTL that it came with. A next hop there drops it, unless it accepts frames that are not addressed to it.',
  remedy: 'Use such redirects for devices that take every frame; for policy routing use a VRF or the CPU.',

  check: aboutEach(rulesOfRoutingChip, (item, { network }) => {
    if (effectOf(item) !== 'to-port' || breadthOf(item) === 'every-frame') return [];
    const routed = targetPorts(item)?.find(
      (name) => !masterOf(network, name) && (network.l3Interfaces.get(name)?.addresses.length ?? 0) > 0,
    );
    if (routed === undefined) return [];
    return {
      placement: 'unpredictable',
      what: 'packets are sent out of a routed port without being routed',
      primary: ['new-dst-ports', `\`${routed}\` is a routed port`],
    };
  }),
});
