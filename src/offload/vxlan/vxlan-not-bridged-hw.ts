// VXLAN that is not a port of the bridge that the chip offloads.

import type { Network } from '../../forwarding/network.ts';
import { setNamed, word } from '../fix.ts';
import { defineVxlanRule, type Vxlan } from '../tunnels.ts';

export const vxlanNotBridgedHw = defineVxlanRule({
  id: 'vxlan/vxlan-not-bridged-hw',
  cost: 'H',
  summary: 'The chip encapsulates only for ports of a VLAN-filtering bridge that it offloads',
  why: 'The chip maps one VLAN of the bridge to one VNI. Without the bridge the CPU encapsulates every packet.',
  remedy: 'Make the interface a port of the VLAN-filtering bridge: `bridge=` and `bridge-pvid=`.',

  find(vxlan, network) {
    const missing = whatIsMissing(network, vxlan);
    if (!missing) return [];
    const { item, name, bridge } = vxlan;
    const owner = [...network.bridges.values()].find(({ switches }) => switches.length > 0);
    return {
      subject: item,
      affects: bridge ? [bridge.item] : [],
      what: 'VXLAN is done by the CPU outside of a VLAN-filtering bridge on the chip',
      primary: bridge ? [bridge.item, 'bridge', missing] : [item, 'name', missing],
      ...(bridge && { related: [[bridge.bridge.item, 'vlan-filtering', 'the bridge']] }),
      ...(!bridge &&
        owner && {
          fix: [
            'make it a port of the bridge',
            setNamed('/interface/vxlan', name, `bridge=${word(owner.name)} bridge-pvid=<its VLAN>`),
          ],
        }),
    };
  },
});

function whatIsMissing(network: Network, { name, bridge }: Vxlan): string | undefined {
  if (!bridge) return `\`${name}\` is in no bridge`;
  if (!bridge.bridge.vlanFiltering) return `\`${bridge.bridge.name}\` does not filter VLANs`;
  const chip = network.offload?.switch;
  return chip && !bridge.bridge.switches.includes(chip) ? `\`${bridge.bridge.name}\` is not on the chip` : undefined;
}
