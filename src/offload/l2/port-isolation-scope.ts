// Port isolation on a chip that routes: nobody says whether routed packets respect it.

import { routesInHardware } from '../../forwarding/legs/ends.ts';
import { isolatedPorts } from '../../forwarding/paths/route-leg.ts';
import { defineRule } from '../rule.ts';

export const portIsolationScope = defineRule({
  id: 'l2/port-isolation-scope',
  cost: 'M',
  summary: 'Port isolation is per port, and what it does to packets that the chip routes is not described',
  why: 'Isolation holds for every VLAN of the port at once. It may block routed packets too, or let them pass to a port that is meant to be isolated.',
  remedy: 'Test it, or separate VLANs with switch rules.',
  uncertainty: 'Nobody has published whether the chip applies isolation to packets that it routes.',

  check({ config, network }) {
    const chip = network.offload;
    if (!chip || !routesInHardware(network)) return [];
    return [...isolatedPorts(config)].flatMap(([name, item]) => {
      if (network.ports.get(name)?.switch !== chip.switch) return [];
      return {
        subject: item,
        placement: 'unknown' as const,
        what: 'whether routed packets respect port isolation is not described',
        primary: ['forwarding-override', `isolates \`${name}\` in every VLAN`],
      };
    });
  },
});
