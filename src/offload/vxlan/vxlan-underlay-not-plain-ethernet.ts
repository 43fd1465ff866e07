// VXLAN whose outer packets leave by a bridge, a VLAN or a bond.

import { defineVxlanStopRule } from '../tunnels.ts';

export const vxlanUnderlayNotPlainEthernet = defineVxlanStopRule({
  id: 'vxlan/vxlan-underlay-not-plain-ethernet',
  cost: 'H',
  summary: 'The chip encapsulates towards VTEPs behind stand-alone routed Ethernet ports only',
  why: 'The CPU encapsulates every packet to this VTEP.',
  remedy: 'Reach the VTEP by a routed port that is in no bridge and no bond.',

  words: () => ({ what: 'VXLAN is done by the CPU: the way to the VTEP is not a stand-alone Ethernet port' }),
});
