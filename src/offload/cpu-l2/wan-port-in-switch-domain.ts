// A routed port on the same switch chip as the bridge: both share the link to the CPU.

import { routedEnds } from '../../forwarding/legs/ends.ts';
import { masterOf } from '../../forwarding/network/masters.ts';
import { defineRule } from '../rule.ts';

export const wanPortInSwitchDomain = defineRule({
  id: 'cpu-l2/wan-port-in-switch-domain',
  cost: 'i',
  datapath: 'l3-routing',

  check({ network }) {
    if (network.offload) return [];
    return routedEnds(network, 4).flatMap((end) => {
      const port = network.ports.get(end.name);
      const chip = port?.switch;
      const shared = [...network.bridges.values()].find(({ switches }) => chip && switches.includes(chip));
      // What a slave has of addresses routes nothing.
      if (!shared || !end.item || masterOf(network, end.name)) return [];
      return {
        subject: end.item,
        what: 'routed ports share the link to the CPU with the ports of a bridge',
        primary: ['interface', `\`${end.name}\` is on ${chip?.name}, as is \`${shared.name}\``],
      };
    });
  },
});
