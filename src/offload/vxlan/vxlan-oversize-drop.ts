// VXLAN whose full packets do not fit into the path below: the chip drops them.

import { offloadableVxlans, underlayOf } from '../../forwarding/legs/vxlan.ts';
import { propertyValue } from '../../model/config.ts';
import { setNamed } from '../fix.ts';
import { aboutEach, defineRule } from '../rule.ts';

/** Outer IPv4, UDP and VXLAN headers, and the Ethernet header inside. */
const headers = 50;

export const vxlanOversizeDrop = defineRule({
  id: 'vxlan/vxlan-oversize-drop',
  cost: 'H',

  check: aboutEach(offloadableVxlans, ({ item, remotes, vrf }, { network }) => {
    const size = Number(propertyValue(item, 'mtu') ?? 1500) + headers;
    return remotes.flatMap(({ item: vtep, address }) => {
      const below = underlayOf(network, address, vrf.name).find(({ mtu }) => mtu < size);
      if (!below) return [];
      const names = network.portsBelow(below.name).map(({ name }) => name);
      return {
        affects: [vtep],
        placement: 'dropped',
        what: `large packets in VXLAN are dropped: with its headers they have ${size} bytes`,
        primary: below.item?.properties.has('mtu')
          ? [below.item, 'mtu', `an MTU of ${below.mtu}`]
          : [vtep, 'remote-ip', `leaves by \`${below.name}\`, with an MTU of ${below.mtu}`],
        related: [[vtep, 'remote-ip', `reached by \`${below.name}\``]],
        fix: [
          'make room for the headers',
          ...names.map((name) => setNamed('/interface/ethernet', name, `l2mtu=${size + 22} mtu=${size}`)),
        ],
      };
    });
  }),
});
