// A defect of some RouterOS versions: access ports with the L3HW flag lose layer 2 traffic.

import type { BridgePort, Network } from '../../forwarding/network.ts';
import { routeInHardware } from '../fix.ts';
import { defineRule, restingOn } from '../rule.ts';

export const f7kAccessPortFdbBug = defineRule({
  id: 'l3hw/f7k-access-port-fdb-bug',
  cost: 'H',
  datapath: 'l2-switching',
  facts: ['l3.access-port-bug'],
  summary: 'On one chip family some RouterOS versions lose layer 2 traffic of access ports that have the L3HW flag',
  why: 'The forwarding database gets a second entry in an internal VLAN, and frames to hosts behind the port are lost.',
  remedy: 'Switch the flag off on pure access ports, and upgrade.',

  check({ network }) {
    const chip = network.offload;
    const fact = chip?.switch.fact('l3.access-port-bug');
    if (!chip?.l3Offload || fact?.value === false) return [];
    return [...network.bridgePorts.values()].flatMap((member) => {
      const port = network.ports.get(member.interface);
      if (!port || port.switch !== chip.switch || port.l3Offload !== true || !isAccessPort(network, member)) return [];
      return restingOn(fact, 'whether access ports of this chip lose layer 2 traffic in this RouterOS version', {
        subject: member.item,
        placement: 'unpredictable',
        what: 'access ports may lose layer 2 traffic in this RouterOS version',
        primary: ['interface', 'an access port with the L3HW flag on'],
        says: 'access ports with the L3HW flag get duplicate entries in the forwarding database',
        fix: ['switch the flag off on access ports, and upgrade', routeInHardware('no', 'port', port.name)],
      });
    });
  },
});

/** Takes untagged frames of one VLAN, and is a tagged member of none. */
function isAccessPort(network: Network, { bridge, interface: name, frameTypes, pvid }: BridgePort): boolean {
  if (frameTypes !== 'admit-all') return frameTypes === 'admit-only-untagged-and-priority-tagged';
  if (!network.bridges.get(bridge)?.vlanFiltering || pvid === 1) return false;
  return network.vidsOf(bridge).every((vid) => !network.members(bridge, vid).tagged.has(name));
}
