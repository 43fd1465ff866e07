// Routing between VLANs that leave in different VXLANs.

import { propertyValue } from '../../model/config.ts';
import { documented } from '../evidence.ts';
import { label } from '../place.ts';
import { defineRule, type Finding } from '../rule.ts';
import { hardwareVxlans } from '../vxlans.ts';

export const vxlanVniRouting = defineRule({
  id: 'vxlan/vxlan-vni-routing',
  cost: 'H',
  datapath: 'l3-routing',
  needs: 'configuration',
  facts: ['l3.vxlan'],
  summary: 'The chip does not route between different VNIs',
  why: 'The manual lists this as not supported, so packets between these VLANs may be lost or go through the CPU.',
  remedy: 'Route on another device, or on a port outside of the tunnels.',
  evidence: [
    documented('routeros/vxlan#hardware-offloaded-vxlan', 'routing between different VXLAN VNIs is not supported'),
  ],

  check({ network }) {
    if (!network.offload?.l3Offload) return [];
    const routed = hardwareVxlans(network).flatMap(({ item, bridge }) => {
      const member = bridge && network.bridgePorts.get(propertyValue(item, 'name') ?? item.key);
      const vlan = [...network.vlanInterfaces.values()].find(
        ({ parent, vid, name }) =>
          parent === bridge?.bridge.name &&
          vid === member?.pvid &&
          (network.l3Interfaces.get(name)?.addresses.length ?? 0) > 0,
      );
      return vlan ? [{ item, vlan }] : [];
    });
    if (new Set(routed.map(({ vlan }) => vlan.vid)).size < 2) return [];
    return routed.map(
      ({ item, vlan }): Finding => ({
        subject: vlan.item,
        affects: [item],
        placement: 'unpredictable',
        what: 'VLANs of different VNIs are routed on this device, which the chip does not support',
        primary: label(vlan.item, 'vlan-id', `\`${vlan.name}\` is routed here`),
        related: [label(item, item.properties.has('vni') ? 'vni' : 'name', 'and leaves in a tunnel of its own')],
      }),
    );
  },
});
