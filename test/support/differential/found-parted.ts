// Configurations on which audit and trace once said different things.

import type { Configuration } from './configurations.ts';
import { apart, fasttrack, known, usual } from './found-parts.ts';

export const foundParted: Readonly<Record<string, Configuration>> = {
  'a prefix of MAC addresses of its own, and an IPsec policy': {
    ...usual,
    base: 'vlan-on-port',
    routesFar: true,
    offloadsIpv6: true,
    changes: [
      '/interface/ethernet/set @right mac-address=02:AA:00:00:00:01',
      '/ip/ipsec/policy/add src-address=10.0.2.0/24 dst-address=10.0.3.0/24 tunnel=yes peer=p',
    ],
  },
  // Of what enters there nobody knows whether the chip routes it.
  'packets enter by the bridge that the chip does not switch': {
    ...usual,
    base: 'two-bridges',
    changes: ['/ip/firewall/nat/add chain=srcnat action=masquerade out-interface=@in'],
  },
  'packets enter by a port beside the chip, in its bridge': {
    ...usual,
    base: 'trunks',
    hardware: apart,
    changes: ['/ip/firewall/filter/add chain=forward action=drop out-interface=@in'],
  },
  'FastTrack takes connections past two IPsec policies': {
    ...usual,
    base: 'routed-port',
    routesFar: true,
    changes: [
      '/interface/ethernet/switch/port/set @right l3-hw-offloading=no',
      `${fasttrack} ${known}`,
      '/ip/ipsec/policy/add src-address=10.0.2.0/24 dst-address=10.0.3.0/24 tunnel=yes peer=p',
      '/ip/ipsec/policy/add src-address=10.0.2.0/24 dst-address=198.51.100.0/24 protocol=udp tunnel=yes peer=p',
    ],
  },
  // Nothing that the chip routes leaves by a bridge that it does not switch.
  'answers of a port forward enter by a VLAN of a port, and leave by a bridge beside the chip': {
    ...usual,
    base: 'vlan-on-port',
    routesFar: true,
    changes: [
      '/interface/bridge/port/set [find interface=@left] hw=no',
      '/ip/firewall/nat/add chain=dstnat action=dst-nat to-addresses=10.0.3.2 dst-address=10.0.3.77',
    ],
  },
  'answers that a raw rule drops enter by a VLAN of a port': {
    ...usual,
    base: 'vlan-on-port',
    routesFar: true,
    changes: [
      '/interface/bridge/port/set [find interface=@left] hw=no',
      '/ip/firewall/raw/add chain=prerouting action=drop protocol=udp in-interface=@out',
      '/ip/firewall/nat/add chain=dstnat action=dst-nat to-addresses=10.0.3.2 dst-address=198.51.100.0/24 in-interface=@in',
    ],
  },
};
