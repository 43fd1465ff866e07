// VRFs on a chip that has tables for them, under a RouterOS that does not use them yet.

import { defineVrfRule } from '../vrf.ts';

export const vrfBefore724 = defineVrfRule({
  id: 'route/vrf-before-7.24',
  cost: 'C',
  summary: 'RouterOS routes VRFs in hardware from 7.24 on',
  why: 'Before, VRF traffic is left to the CPU according to MikroTik staff, while the manual of the time warned that packets entering at an offloaded port may be routed by the main table.',
  remedy: 'Upgrade to 7.24.1 or newer, or take the ports of the VRF off hardware routing on both sides.',
  uncertainty: 'Staff and manual disagree about what happens before 7.24.',

  what: 'this RouterOS version does not route VRFs in hardware: their traffic may follow the main table',
  open: 'it is not documented whether this RouterOS version routes VRFs in hardware on this chip',

  known: (_vrf, _network, chip) => {
    const fact = chip.fact('l3.vrf');
    return fact ? { evidence: [fact.says('VRFs are not routed in hardware in this version')] } : {};
  },
});
