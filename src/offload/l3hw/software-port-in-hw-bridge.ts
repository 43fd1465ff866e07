// Ports that no chip switches (wireless, tunnels, software bonds) in a bridge that the routing chip offloads.

import type { Bridge, BridgePort, Network, VlanMembers } from '../../forwarding/network.ts';
import { isMember, vlansOf } from '../../forwarding/vlans.ts';
import { isAtLeastVersion } from '../../model/version.ts';
import { portsBesideChip } from '../bridge-offload.ts';
import { defineRule, type WrittenFinding } from '../rule.ts';

export const softwarePortInHwBridge = defineRule({
  id: 'l3hw/software-port-in-hw-bridge',
  cost: 'M',
  datapath: 'l2-switching',
  summary: 'Frames of a port that the chip cannot switch pass the CPU, which has to be in each of its VLANs',
  why: 'Frames between the chip and this port pass the CPU. With VLAN filtering they are dropped in VLANs of which the bridge itself is not a member.',
  remedy: 'Add the bridge as a tagged member of every VLAN that the port carries.',

  check: ({ network }) =>
    portsBesideChip(network, 'l3hw/software-port-in-hw-bridge')
      .filter(({ port }) => !elsewhere.has(network.kindOf(port.interface)))
      .map(({ bridge, port }) => finding(network, bridge, port)),
});

/** VXLAN and bonds have rules of their own, as have names that nothing has. */
const elsewhere: ReadonlySet<string | undefined> = new Set(['vxlan', 'bond', undefined]);

/** Since then the CPU joins a VLAN that has ports of the chip and others. */
const joinsSince = '7.20';

function finding(network: Network, bridge: Bridge, port: BridgePort): WrittenFinding {
  const isCutOff = (vlan: VlanMembers) => isMember(vlan, port.interface) && !isMember(vlan, bridge.name);
  const joins = isAtLeastVersion(network.target.routeros, joinsSince);
  const cutOff = bridge.vlanFiltering && !joins && vlansOf(network, bridge.name).some(isCutOff);
  const isVlan = network.kindOf(port.interface) === 'vlan';
  return {
    subject: port.item,
    placement: cutOff ? 'dropped' : 'cpu',
    ...(!cutOff && !isVlan && { cost: 'i' }),
    what: cutOff
      ? `software ports of \`${bridge.name}\` are cut off from ports of the chip in VLANs without the bridge`
      : `software ports of \`${bridge.name}\` are switched by the CPU`,
    primary: ['interface', `\`${port.interface}\` is not on the chip`],
  };
}
