// A tunnel whose outer packets belong to a VRF.

import { documented } from '../evidence.ts';
import { label } from '../place.ts';
import { defineRule } from '../rule.ts';
import { offloadableVxlans, underlayVrf } from '../vxlans.ts';

export const vxlanInVrf = defineRule({
  id: 'vxlan/vxlan-in-vrf',
  cost: 'H',
  datapath: 'l2-switching',
  needs: 'configuration',
  facts: ['l3.vxlan'],
  summary: 'The chip encapsulates VXLAN in the main VRF only',
  why: 'The tunnel lies in another VRF, so its packets go through the CPU, and not by FastPath either.',
  remedy: 'Move the underlay to the main VRF.',
  evidence: [documented('routeros/vxlan', 'hardware and FastPath are limited to the main VRF')],

  check({ network }) {
    return offloadableVxlans(network).flatMap(({ item }) => {
      const { property, vrf } = underlayVrf(item);
      if (vrf === 'main') return [];
      return [
        {
          subject: item,
          placement: 'cpu',
          what: 'VXLAN goes through the CPU: its underlay lies in a VRF',
          primary: label(item, property, 'not the main VRF'),
        },
      ];
    });
  },
});
