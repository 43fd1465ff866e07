// Tunnels whose full packets do not fit into the path below.

import type { Network } from '../../forwarding/network.ts';
import { offloadableVxlans, underlayOf } from '../../forwarding/vxlan.ts';
import { type Item, propertyValue } from '../../model/config.ts';
import { setCommand } from '../fix.ts';
import { defineRule, ofEach } from '../rule.ts';
import { fastpathTunnels, type Tunnel } from '../tunnels.ts';

export const fpTunnelFragments = defineRule({
  id: 'fastpath/fp-tunnel-fragments',
  cost: 'H',
  facts: ['l3.vxlan'],
  summary: 'Packets that a tunnel has to fragment take the slow path',
  why: 'A full packet of the tunnel does not fit into the path below, so it is sent in two pieces, and the other end puts them together on its slow path.',
  remedy: 'Lower the MTU of the tunnel, or raise that of the path.',

  check: ofEach(fastpathTunnels, (tunnel, { network }) => {
    const { item, name, overhead } = tunnel;
    const mtu = mtuOf(tunnel);
    // A chip that encapsulates does not fragment, it drops: `vxlan-oversize-drop` speaks of it.
    const isHardware = offloadableVxlans(network).some((vxlan) => vxlan.item === item);
    const path = mtu === undefined || isHardware ? undefined : narrowest(network, tunnel);
    if (mtu === undefined || !path || mtu + overhead <= path.mtu) return [];
    return {
      subject: item,
      // Nobody chose the default of 1500, and many a network has smaller packets only.
      ...((!item.properties.has('mtu') || mtu === usualVxlanMtu(item)) && { cost: 'M' }),
      what: `full packets of \`${name}\` are fragmented, and take the slow path`,
      primary: [
        item.properties.has('mtu') ? 'mtu' : 'name',
        `${mtu} and ${overhead} bytes of headers, by \`${path.name}\` with ${path.mtu}`,
      ],
      related: path.item?.properties.has('mtu') ? [[path.item, 'mtu', 'the way out']] : [],
      // A bridge has the MTU of its narrowest port.
      fix: network.bridges.get(path.name)?.ports.some((port) => port.interface === name)
        ? `give \`${path.name}\` an MTU of its own, then lower that of \`${name}\`, which is one of its ports`
        : ['lower the MTU of the tunnel', setCommand(item, `mtu=${path.mtu - overhead}`)],
    };
  }),
});

/** Without a value most tunnels take what fits; VXLAN takes 1500. */
function mtuOf({ item }: Tunnel): number | undefined {
  const set = Number(propertyValue(item, 'mtu') ?? Number.NaN);
  return Number.isInteger(set) ? set : usualVxlanMtu(item);
}

function usualVxlanMtu({ menu }: Item): number | undefined {
  return menu === '/interface/vxlan' ? 1500 : undefined;
}

function narrowest(network: Network, { remotes, name }: Tunnel) {
  const paths = remotes.flatMap((remote) => underlayOf(network, remote)).filter((path) => path.name !== name);
  return paths.sort((a, b) => a.mtu - b.mtu)[0];
}
