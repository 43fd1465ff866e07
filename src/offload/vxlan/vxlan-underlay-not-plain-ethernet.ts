// VXLAN whose outer packets leave by a bridge, a VLAN or a bond.

import { masterOf } from '../../forwarding/masters.ts';
import type { Network } from '../../forwarding/network.ts';
import { defineVxlanRule, underlayOf } from '../tunnels.ts';

export const vxlanUnderlayNotPlainEthernet = defineVxlanRule({
  id: 'vxlan/vxlan-underlay-not-plain-ethernet',
  cost: 'H',
  summary: 'The chip encapsulates towards VTEPs behind stand-alone routed Ethernet ports only',
  why: 'The CPU encapsulates every packet to this VTEP.',
  remedy: 'Reach the VTEP by a routed port that is in no bridge and no bond.',

  find: ({ remotes, vrf }, network) =>
    remotes.flatMap(({ item: vtep, address }) => {
      const below = underlayOf(network, address, vrf.name).find(({ name }) => !isPlain(network, name));
      if (!below) return [];
      return {
        affects: [vtep],
        what: 'VXLAN is done by the CPU: the way to the VTEP is not a stand-alone Ethernet port',
        primary: [vtep, 'remote-ip', `reached by \`${below.name}\`, a ${kindName(network, below.name)}`],
        related: below.item ? [[below.item, 'name', 'the way to the VTEP']] : [],
      };
    }),
});

function isPlain(network: Network, name: string): boolean {
  const port = network.ports.get(name);
  return port !== undefined && port.switch === network.offload?.switch && !masterOf(network, name);
}

function kindName(network: Network, name: string): string {
  const kind = network.kindOf(name);
  if (kind === 'port') return masterOf(network, name) ? 'port of a bridge or bond' : 'port that is not on the chip';
  return kind === 'vlan' ? 'VLAN interface' : (kind ?? 'software interface');
}
