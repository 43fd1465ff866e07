// Tagged frames inside of a VXLAN, before RouterOS 7.24.

import { enabledItemsOf, listValues, propertyValue } from '../../model/config.ts';
import { isAtLeastVersion } from '../../model/version.ts';
import { defineVxlanRule } from '../tunnels.ts';

/** Since then frames inside of the tunnel may have a tag. */
const since = '7.24';

export const vxlanTaggedOverlay = defineVxlanRule({
  id: 'vxlan/vxlan-tagged-overlay',
  cost: 'M',
  summary: 'Before RouterOS 7.24 the chip encapsulates untagged frames only',
  why: 'Frames of these VLANs are not encapsulated in hardware.',
  remedy: 'Upgrade to 7.24, or use a VXLAN for each VLAN.',

  find({ item, name, bridge }, network) {
    if (isAtLeastVersion(network.target.routeros, since)) return [];
    const row = enabledItemsOf(network.config, '/interface/bridge/vlan').find(
      (each) =>
        propertyValue(each, 'bridge') === bridge?.bridge.name &&
        listValues(propertyValue(each, 'tagged')).includes(name),
    );
    if (!bridge?.bridge.vlanFiltering || !row) return [];
    return {
      affects: [bridge.item],
      what: `tagged frames in VXLAN are not offloaded in RouterOS ${network.target.routeros.text}`,
      primary: [row, 'tagged', `\`${name}\` carries a tag`],
      related: [[item, 'name', 'the VXLAN interface']],
    };
  },
});
