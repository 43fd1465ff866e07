// Tunnels whose full packets do not fit into the path below.

import { fastpathTunnels, tooNarrow, usualVxlanMtu } from '../../forwarding/cpu/tunnels.ts';
import { setCommand } from '../fix.ts';
import { aboutEach, defineRule } from '../rule.ts';

export const fpTunnelFragments = defineRule({
  id: 'fastpath/fp-tunnel-fragments',
  cost: 'H',

  check: aboutEach(fastpathTunnels, (tunnel, { network }) => {
    const { item, name, overhead } = tunnel;
    const path = tooNarrow(network, tunnel);
    if (!path) return [];
    const { size } = path;
    return {
      // Nobody chose the default of 1500, and many a network has smaller packets only.
      ...((!item.properties.has('mtu') || size === usualVxlanMtu(item)) && { cost: 'M' }),
      what: `full packets of \`${name}\` are fragmented, and take the slow path`,
      primary: [
        item.properties.has('mtu') ? 'mtu' : 'name',
        `${size} and ${overhead} bytes of headers, by \`${path.name}\` with ${path.mtu}`,
      ],
      related: path.item?.properties.has('mtu') ? [[path.item, 'mtu', 'the way out']] : [],
      // A bridge has the MTU of its narrowest port.
      fix: network.bridges.get(path.name)?.ports.some((port) => port.interface === name)
        ? `give \`${path.name}\` an MTU of its own, then lower that of \`${name}\`, which is one of its ports`
        : ['lower the MTU of the tunnel', setCommand(item, `mtu=${path.mtu - overhead}`)],
    };
  }),
});
