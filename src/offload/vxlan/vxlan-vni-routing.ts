// Routing between VLANs that are carried by different tunnels.

import type { Network, VlanInterface } from '../../forwarding/network.ts';
import { routedEnds } from '../ends.ts';
import { documented } from '../evidence.ts';
import { label } from '../place.ts';
import { defineRule } from '../rule.ts';
import { offloadableVxlans } from '../vxlans.ts';

export const vxlanVniRouting = defineRule({
  id: 'vxlan/vxlan-vni-routing',
  cost: 'H',
  datapath: 'l3-routing',
  needs: 'configuration',
  facts: ['l3.vxlan'],
  summary: 'The chip does not route between VNIs',
  why: 'Packets from one tunnel to another, or from a tunnel to another network, are not routed by the chip on this device.',
  remedy: 'Route between these networks on another device or port.',
  evidence: [documented('routeros/vxlan', 'routing between VNIs is not supported in hardware')],

  check({ network }) {
    const carried = carriedVlans(network);
    const tunnels = new Set(carried.map(({ tunnel }) => tunnel));
    if (tunnels.size < 2) return [];
    return carried.map(({ vlan, tunnel }) => ({
      subject: vlan.item,
      placement: 'cpu',
      what: 'routing between VXLAN networks is not done in hardware',
      primary: label(vlan.item, 'vlan-id', `carried by \`${tunnel}\``),
    }));
  },
});

/** Routed VLANs of which a tunnel is a member, with the tunnel. */
function carriedVlans(network: Network): readonly { readonly vlan: VlanInterface; readonly tunnel: string }[] {
  const routed = new Set(routedEnds(network, 4).map(({ name }) => name));
  return offloadableVxlans(network).flatMap(({ name }) => {
    const port = network.bridgePorts.get(name);
    return [...network.vlanInterfaces.values()].flatMap((vlan) => {
      if (!port || vlan.parent !== port.bridge || !routed.has(vlan.name)) return [];
      const { tagged, untagged } = network.members(port.bridge, vlan.vid);
      return tagged.has(name) || untagged.has(name) ? [{ vlan, tunnel: name }] : [];
    });
  });
}
