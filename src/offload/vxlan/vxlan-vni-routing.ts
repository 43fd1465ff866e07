// Routing between VLANs that leave in different VXLANs.

import { allEnds } from '../../forwarding/legs/ends.ts';
import { offloadableVxlans } from '../../forwarding/legs/vxlan.ts';
import type { Network } from '../../forwarding/network/network.ts';
import { isMember } from '../../forwarding/network/vlans.ts';
import { defineRule } from '../rule.ts';

export const vxlanVniRouting = defineRule({
  id: 'vxlan/vxlan-vni-routing',
  cost: 'H',
  datapath: 'l3-routing',

  check({ network }) {
    const carried = carriedVlans(network);
    if (new Set(carried.map(({ tunnel }) => tunnel)).size < 2) return [];
    return carried.map(({ vlan, item }) => ({
      subject: vlan.item,
      affects: [item],
      placement: 'unpredictable',
      what: 'VLANs of different VNIs are routed on this device, which the chip does not support',
      primary: ['vlan-id', `\`${vlan.name}\` is routed here`],
      related: [[item, item.properties.has('vni') ? 'vni' : 'name', 'and carried by a tunnel of its own']],
    }));
  },
});

/** Routed VLANs of which a tunnel is a member. */
function carriedVlans(network: Network) {
  const routed = new Set(allEnds(network).map(({ name }) => name));
  return offloadableVxlans(network).flatMap(({ name, item, bridge }) =>
    [...network.vlanInterfaces.values()].flatMap((vlan) => {
      if (vlan.parent !== bridge?.bridge.name || !routed.has(vlan.name)) return [];
      return isMember(network.members(vlan.parent, vlan.vid), name) ? [{ vlan, item, tunnel: name }] : [];
    }),
  );
}
