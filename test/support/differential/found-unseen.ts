// Configurations in which no packet of the judge once showed what audit named.

import type { Configuration } from './configurations.ts';
import { fasttrack, known, large, usual } from './found-parts.ts';

export const foundUnseen: Readonly<Record<string, Configuration>> = {
  // Packets of other classes take FastTrack past the queues.
  'a switch rule drops one class of packets, and FastTrack has a queue tree': {
    ...usual,
    hardware: large,
    base: 'routed-ports',
    changes: [
      '/interface/ethernet/switch/port/set @left l3-hw-offloading=no',
      '/interface/ethernet/switch/port/set @right l3-hw-offloading=no',
      `${fasttrack} ${known}`,
      '/queue/tree/add name=t max-limit=1M parent=global',
      '/interface/ethernet/switch/rule/add switch=switch1 ports=@left,@right dscp=0 new-dst-ports=""',
    ],
  },
  // Of what comes from that port, raw rules let tracking see only connections to another.
  'the chip goes past NAT for one port, and raw exempts all connections but those to another': {
    ...usual,
    base: 'trunks',
    hardware: large,
    changes: [
      '/ip/firewall/raw/add chain=prerouting action=notrack protocol=tcp dst-port=!80 src-address=10.0.2.0/24 in-interface=@in',
      '/ip/firewall/nat/add chain=srcnat action=masquerade out-interface=@out protocol=tcp src-port=514',
    ],
  },
};
