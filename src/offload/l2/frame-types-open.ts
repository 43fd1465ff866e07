// Trunks that still admit untagged frames, into VLAN 1.

import type { Bridge, BridgePort, Network } from '../../forwarding/network/network.ts';
import { vlansOf } from '../../forwarding/network/vlans.ts';
import { setNamed } from '../fix.ts';
import { aboutEach, bridgePorts, defineRule } from '../rule.ts';

export const frameTypesOpen = defineRule({
  id: 'l2/frame-types-open',
  cost: 'L',

  check: aboutEach(bridgePorts, ({ item, bridge, port }, { network }) => {
    if (!isOpenTrunk(network, bridge, port)) return [];
    return {
      placement: 'hardware',
      what: `trunks of \`${bridge.name}\` admit untagged frames into VLAN 1`,
      primary: [item.properties.has('frame-types') ? 'frame-types' : 'interface', 'admits all frames'],
      fix: [
        'admit tagged frames only',
        setNamed('/interface/bridge/port', port.interface, 'frame-types=admit-only-vlan-tagged'),
      ],
    };
  }),
});

function isOpenTrunk(network: Network, bridge: Bridge, { interface: name, pvid, frameTypes }: BridgePort): boolean {
  if (!bridge.vlanFiltering || pvid !== 1 || frameTypes !== 'admit-all') return false;
  const vids = vlansOf(network, bridge.name);
  const isTrunk = vids.some(({ tagged }) => tagged.has(name));
  // Somebody who writes the port into VLAN 1 wants it there.
  const isMeant = vids.some(({ vid, items }) => vid === 1 && items.length > 0);
  return isTrunk && !isMeant;
}
