// IGMP snooping on a bridge with a VXLAN port.

import { isYes, propertyValue } from '../../model/config.ts';
import { documented } from '../evidence.ts';
import { label } from '../place.ts';
import { defineRule } from '../rule.ts';
import { offloadableVxlans } from '../vxlans.ts';

export const vxlanIgmpSnooping = defineRule({
  id: 'vxlan/vxlan-igmp-snooping',
  cost: 'M',
  datapath: 'l2-switching',
  needs: 'configuration',
  facts: ['l3.vxlan'],
  summary: 'Multicast between Ethernet and VXLAN ports is restricted while IGMP snooping is on',
  why: 'Multicast does not pass between the tunnel and Ethernet ports of the bridge as it does without snooping.',
  remedy: 'Switch IGMP snooping off on this bridge.',
  evidence: [documented('routeros/vxlan', 'the manual restricts multicast with snooping')],

  check({ network }) {
    return offloadableVxlans(network).flatMap(({ name, item }) => {
      const bridge = network.bridges.get(network.bridgePorts.get(name)?.bridge ?? '');
      if (!bridge || !isYes(propertyValue(bridge.item, 'igmp-snooping'))) return [];
      return [
        {
          subject: item,
          placement: 'partial',
          what: 'multicast between Ethernet and VXLAN is restricted by IGMP snooping',
          primary: label(bridge.item, 'igmp-snooping', 'a VXLAN interface is a port of this bridge'),
          related: [label(item, 'name', 'the tunnel')],
        },
      ];
    });
  },
});
