// Ports that no chip switches (wireless, tunnels, software bonds) in a bridge that the routing chip offloads.

import { cutOffReason } from '../../forwarding/paths/switched.ts';
import { portsBesideChip } from '../bridge-offload.ts';
import { aboutEach, defineRule } from '../rule.ts';

export const softwarePortInHwBridge = defineRule({
  id: 'l3hw/software-port-in-hw-bridge',
  cost: 'M',
  datapath: 'l2-switching',
  summary: 'Frames of a port that the chip cannot switch pass the CPU, which has to be in each of its VLANs',
  why: 'Frames between the chip and this port pass the CPU. With VLAN filtering they are dropped in VLANs of which the bridge itself is not a member.',
  remedy: 'Add the bridge as a tagged member of every VLAN that the port carries.',

  check: aboutEach(portsBesideChip('l3hw/software-port-in-hw-bridge'), ({ bridge, port }, { network }) => {
    const cutOff = cutOffReason(network, port);
    const kind = network.kindOf(port.interface);
    if (!cutOff && elsewhere.has(kind)) return [];
    return {
      placement: cutOff?.placement ?? 'cpu',
      ...(!cutOff && kind !== 'vlan' && { cost: 'i' }),
      what: cutOff
        ? `software ports of \`${bridge.name}\` are cut off from ports of the chip in VLANs without the bridge`
        : `software ports of \`${bridge.name}\` are switched by the CPU`,
      primary: ['interface', `\`${port.interface}\` is not on the chip`],
    };
  }),
});

/** VXLAN and bonds have rules of their own, as have names that nothing has. */
const elsewhere: ReadonlySet<string | undefined> = new Set(['vxlan', 'bond', undefined]);
