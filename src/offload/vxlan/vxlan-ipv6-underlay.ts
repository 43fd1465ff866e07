// VXLAN over IPv6.

import { defineVxlanStopRule } from '../tunnels.ts';

export const vxlanIpv6Underlay = defineVxlanStopRule({
  id: 'vxlan/vxlan-ipv6-underlay',
  cost: 'H',
  summary: 'The chip encapsulates VXLAN over IPv4 only',
  why: 'The CPU encapsulates every packet of the tunnel.',
  remedy: 'Reach the VTEPs over IPv4.',

  words: () => ({ what: 'VXLAN over IPv6 is done by the CPU' }),
});
