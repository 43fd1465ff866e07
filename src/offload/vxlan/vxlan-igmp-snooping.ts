// IGMP snooping on a bridge with an offloaded VXLAN port.

import { offloadableVxlans } from '../../forwarding/legs/vxlan.ts';
import { isYes, propertyValue } from '../../model/config.ts';
import { aboutEach, defineRule } from '../rule.ts';

export const vxlanIgmpSnooping = defineRule({
  id: 'vxlan/vxlan-igmp-snooping',
  cost: 'M',

  check: aboutEach(offloadableVxlans, ({ item, bridge }) => {
    if (!bridge || !isYes(propertyValue(bridge.bridge.item, 'igmp-snooping'))) return [];
    const owner = bridge.bridge.item;
    return {
      subject: owner,
      affects: [bridge.item],
      placement: 'dropped',
      what: `multicast between Ethernet and VXLAN ports of \`${bridge.bridge.name}\` is restricted`,
      primary: ['igmp-snooping', 'not supported with VXLAN'],
      related: [[item, 'name', 'a VXLAN port of the bridge']],
      fix: { set: 'igmp-snooping', to: 'no', title: 'switch snooping off' },
    };
  }),
});
