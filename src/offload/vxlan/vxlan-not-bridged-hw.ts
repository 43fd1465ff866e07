// VXLAN outside the VLAN-filtering bridge: the chip maps VLANs of that bridge to VNIs, and nothing else.

import { documented } from '../evidence.ts';
import { commandFix, word } from '../fix.ts';
import { label } from '../place.ts';
import { defineRule } from '../rule.ts';
import { offloadableVxlans } from '../vxlans.ts';

export const vxlanNotBridgedHw = defineRule({
  id: 'vxlan/vxlan-not-bridged-hw',
  cost: 'H',
  datapath: 'l2-switching',
  needs: 'configuration',
  facts: ['l3.vxlan'],
  summary: 'The chip encapsulates VXLAN for VLANs of its VLAN-filtering bridge only',
  why: 'The tunnel is no port of the bridge that the chip filters, so its packets go through the CPU.',
  remedy: 'Make the VXLAN interface a port of the VLAN-filtering bridge, with the VLAN as its pvid.',
  evidence: [documented('routeros/vxlan', 'offloaded VXLAN interfaces are ports of a VLAN-filtering bridge')],

  check({ network }) {
    const chip = network.offload?.switch;
    return offloadableVxlans(network).flatMap(({ name, item }) => {
      const membership = network.bridgePorts.get(name);
      const bridge = network.bridges.get(membership?.bridge ?? '');
      if (bridge?.vlanFiltering && chip && bridge.switches.includes(chip)) return [];
      const target = [...network.bridges.values()].find(
        ({ switches, vlanFiltering }) => vlanFiltering && chip && switches.includes(chip),
      );
      return [
        {
          subject: item,
          placement: 'cpu',
          what: 'VXLAN goes through the CPU: the tunnel is no port of a VLAN-filtering bridge of the chip',
          primary: bridge
            ? label(bridge.item, 'vlan-filtering', 'not such a bridge')
            : label(item, 'name', 'in no bridge'),
          fix: commandFix(
            'make it a port of the VLAN-filtering bridge',
            `/interface/vxlan set [find name=${word(name)}] bridge=${word(target?.name ?? '<bridge>')} bridge-pvid=<vlan>`,
          ),
        },
      ];
    });
  },
});
