// Tunnels that end on the device: the CPU packs and unpacks them.

import { defineRule, l3Interfaces, ofEach, routed } from '../rule.ts';

export const tunnelEndpointCpu = defineRule({
  id: 'route/tunnel-endpoint-cpu',
  cost: 'i',
  summary: 'What enters or leaves a tunnel of the device goes through the CPU',
  why: 'The CPU packs and unpacks every packet of the tunnel. Tunnels of others that only pass through are plain IP to the chip.',
  remedy: 'Accept it, or end the tunnel on another device.',

  check: ofEach(routed(l3Interfaces), ({ kind, item }) => {
    if (kind !== 'tunnel' || !item) return [];
    return {
      subject: item,
      placement: 'cpu',
      what: 'traffic of these tunnels goes through the CPU',
      primary: ['name', 'packed and unpacked by the CPU'],
    };
  }),
});
