// Tunnels that end on the device: the CPU packs and unpacks them.

import { defineRule, ofRoutingChip } from '../rule.ts';

export const tunnelEndpointCpu = defineRule({
  id: 'route/tunnel-endpoint-cpu',
  cost: 'i',
  summary: 'What enters or leaves a tunnel of the device goes through the CPU',
  why: 'The CPU packs and unpacks every packet of the tunnel. Tunnels of others that only pass through are plain IP to the chip.',
  remedy: 'Accept it, or end the tunnel on another device.',

  check: ofRoutingChip(({ network }) => {
    const tunnels = [...network.l3Interfaces.values()].filter(({ kind }) => kind === 'tunnel');
    return tunnels
      .flatMap(({ item = [] }) => item)
      .map((item) => ({
        subject: item,
        placement: 'cpu',
        what: 'traffic of these tunnels goes through the CPU',
        primary: ['name', 'packed and unpacked by the CPU'],
      }));
  }),
});
