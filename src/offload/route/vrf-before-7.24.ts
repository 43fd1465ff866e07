// VRFs on a chip that has tables for them, under a RouterOS that does not use them yet.

import { defineRule } from '../rule.ts';
import { itemsOfVrf, vrfsOnChip } from '../vrf.ts';

export const vrfBefore724 = defineRule({
  id: 'route/vrf-before-7.24',
  cost: 'C',
  facts: ['l3.vrf', 'l3.vrf-tables'],
  summary: 'RouterOS routes VRFs in hardware from 7.24 on',
  why: 'Before, VRF traffic is left to the CPU according to MikroTik staff, while the manual of the time warned that packets entering at an offloaded port may be routed by the main table.',
  remedy: 'Upgrade to 7.24.1 or newer, or take the ports of the VRF off hardware routing on both sides.',
  uncertainty: 'Staff and manual disagree about what happens before 7.24.',

  check({ network }) {
    const chip = network.offload?.switch;
    const tables = chip?.fact('l3.vrf-tables');
    const fact = chip?.fact('l3.vrf');
    if (tables?.value === 0 || fact?.value === true) return [];
    if (!tables && fact) return []; // `vrf-unsupported-chip` says that nobody knows.
    return vrfsOnChip(network).map((vrf) => ({
      subject: vrf.item,
      affects: itemsOfVrf(network, vrf),
      placement: fact ? 'unpredictable' : 'unknown',
      what: fact
        ? 'this RouterOS version does not route VRFs in hardware: their traffic may follow the main table'
        : 'it is not documented whether this RouterOS version routes VRFs in hardware on this chip',
      primary: ['interfaces', `\`${vrf.name}\` is entered in hardware`],
      ...(fact && { evidence: [fact.says('VRFs are not routed in hardware in this version')] }),
    }));
  },
});
