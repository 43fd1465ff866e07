// VXLAN that finds its other ends by multicast.

import { propertyValue } from '../../model/config.ts';
import { documented } from '../evidence.ts';
import { label } from '../place.ts';
import { defineRule } from '../rule.ts';
import { offloadableVxlans } from '../vxlans.ts';

export const vxlanMulticastUnderlay = defineRule({
  id: 'vxlan/vxlan-multicast-underlay',
  cost: 'H',
  datapath: 'l2-switching',
  needs: 'configuration',
  facts: ['l3.vxlan'],
  summary: 'The chip encapsulates VXLAN for tunnel ends that are listed or come from EVPN, not for a multicast group',
  why: 'The tunnel uses a multicast group, so its packets go through the CPU.',
  remedy: 'List the tunnel ends, or use EVPN.',
  evidence: [documented('routeros/vxlan', 'multicast mode is not offloaded')],

  check({ network }) {
    return offloadableVxlans(network).flatMap(({ item }) => {
      const property = ['group', 'interface'].find((name) => (propertyValue(item, name) ?? '') !== '');
      if (!property) return [];
      return [
        {
          subject: item,
          placement: 'cpu',
          what: 'VXLAN goes through the CPU: it uses a multicast group',
          primary: label(item, property, 'multicast'),
        },
      ];
    });
  },
});
