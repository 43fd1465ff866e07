// VXLAN that is not a port of the bridge that the chip offloads.

import { setNamed, word } from '../fix.ts';
import { defineVxlanStopRule } from '../tunnels.ts';

export const vxlanNotBridgedHw = defineVxlanStopRule({
  id: 'vxlan/vxlan-not-bridged-hw',
  cost: 'H',
  summary: 'The chip encapsulates only for ports of a VLAN-filtering bridge that it offloads',
  why: 'The chip maps one VLAN of the bridge to one VNI. Without the bridge the CPU encapsulates every packet.',
  remedy: 'Make the interface a port of the VLAN-filtering bridge: `bridge=` and `bridge-pvid=`.',

  words({ name, bridge }, _, network) {
    const owner = [...network.bridges.values()].find(({ switches }) => switches.length > 0);
    return {
      what: 'VXLAN is done by the CPU outside of a VLAN-filtering bridge on the chip',
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
