// VXLAN on a chip or RouterOS version that does not encapsulate it.

import { documented } from '../evidence.ts';
import { label } from '../place.ts';
import { defineRule } from '../rule.ts';
import { vxlansOf } from '../vxlans.ts';

export const vxlanUnsupported = defineRule({
  id: 'vxlan/vxlan-unsupported',
  cost: 'H',
  datapath: 'l2-switching',
  needs: 'configuration',
  facts: ['l3.vxlan'],
  summary: 'VXLAN is encapsulated in hardware by some chips, from RouterOS 7.18 on',
  why: 'Every packet of the tunnel is packed and unpacked by the CPU.',
  remedy: 'End the tunnel on a device whose chip encapsulates VXLAN, or accept the speed of the CPU.',
  evidence: [documented('routeros/vxlan', 'the manual lists the chips that offload VXLAN')],

  check({ network }) {
    const chip = network.offload;
    const fact = chip?.switch.fact('l3.vxlan');
    if (!chip?.l3Offload || fact?.value === true) return [];
    return vxlansOf(network).map(({ item }) => ({
      subject: item,
      placement: fact ? 'cpu' : 'unknown',
      what: fact
        ? 'VXLAN goes through the CPU: this chip does not encapsulate it in this RouterOS version'
        : 'nobody has recorded whether this chip encapsulates VXLAN',
      primary: label(item, 'name', 'packed and unpacked by the CPU'),
      ...(fact && { evidence: [fact.says('the chip does not encapsulate VXLAN in this version')] }),
    }));
  },
});
