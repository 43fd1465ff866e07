// Ports that no chip switches (wireless, tunnels, software bonds) in a bridge that the routing chip offloads.

import { cutOffReason } from '../../forwarding/paths/switched.ts';
import { portsBesideChip } from '../bridge-offload.ts';
import { aboutEach, defineRule } from '../rule.ts';

export const softwarePortInHwBridge = defineRule({
  id: 'l3hw/software-port-in-hw-bridge',
  cost: 'M',
  datapath: 'l2-switching',

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
