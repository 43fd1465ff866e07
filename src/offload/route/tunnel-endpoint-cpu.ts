// Tunnels that end on the device: the CPU packs and unpacks them.

import { legOf } from '../../forwarding/legs/leg.ts';
import { defineRule, l3Interfaces, ofEach, routed } from '../rule.ts';

export const tunnelEndpointCpu = defineRule({
  id: 'route/tunnel-endpoint-cpu',
  cost: 'i',

  check: ofEach(routed(l3Interfaces), ({ name, kind, item }, { network }) => {
    const reason = kind === 'tunnel' ? legOf(network, name, 4).reason : undefined;
    if (!reason || !item) return [];
    return {
      subject: item,
      placement: reason.placement,
      what: 'traffic of these tunnels goes through the CPU',
      primary: ['name', 'packed and unpacked by the CPU'],
    };
  }),
});
