// VXLAN with several ways to one VTEP.

import { defineVxlanStopRule } from '../tunnels.ts';

export const vxlanUnderlayEcmp = defineVxlanStopRule({
  id: 'vxlan/vxlan-underlay-ecmp',
  cost: 'H',
  summary: 'The chip encapsulates towards VTEPs with a single way only',
  why: 'The CPU encapsulates every packet to this VTEP.',
  remedy: 'Give the route to the VTEP one next hop.',

  words: () => ({ what: 'VXLAN is done by the CPU: there are several ways to the VTEP' }),
});
