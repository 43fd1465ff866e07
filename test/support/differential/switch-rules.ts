// Random rules of the switch chip.

import fc from 'fast-check';
import { line, oneOf, perhaps, rarely, weighted } from './words.ts';

const ports = oneOf('ports=@left', 'ports=@right', 'ports=@left,@right', 'ports=@spare', '');

const ipv4 = line(
  oneOf('mac-protocol=ip', 'mac-protocol=ip', 'mac-protocol=0x0800'),
  perhaps(
    'protocol=udp',
    'protocol=tcp',
    'protocol=17',
    'protocol=icmp',
    'protocol=udp dst-port=514',
    'protocol=udp dst-port=500-600',
    'protocol=tcp dst-port=514',
    'protocol=tcp dst-port=80,514',
    'protocol=tcp src-port=80',
    'protocol=tcp src-port=49152-65535',
  ),
  perhaps('src-address=10.0.2.0/24', 'src-address=10.0.3.2/32'),
  perhaps('dst-address=10.0.3.0/24', 'dst-address=10.0.2.0/24', 'dst-address=198.51.100.0/24'),
);

const ipv6 = line(
  oneOf('mac-protocol=ipv6'),
  perhaps('protocol=udp', 'protocol=tcp dst-port=80'),
  perhaps('src-address6=2001:db8:2::/64', 'dst-address6=2001:db8:3::/64'),
);

const others = oneOf(
  'protocol=udp dst-port=514',
  'dst-port=514',
  'src-address=10.0.2.2',
  'dst-address6=2001:db8:3::2',
  '',
  'mac-protocol=arp',
  'mac-protocol=0x88cc',
);

const vlanMatchers = weighted(
  [18, fc.constant('')],
  [3, oneOf('vlan-id=9', 'vlan-header=present', 'vlan-header=not-present')],
  [2, oneOf('vlan-id=2', 'vlan-id=3')],
);

const actions = weighted(
  [3, fc.constant('redirect-to-cpu=yes')],
  [3, fc.constant('new-dst-ports=""')],
  [
    3,
    oneOf(
      '',
      'rate=100000000',
      'copy-to-cpu=yes',
      'mirror=yes',
      'new-dst-ports=all',
      'redirect-to-cpu=no',
      'new-vrf=main',
    ),
  ],
);

/** Matchers of what a conversation does not say. */
const undecided = rarely('dscp=0', 'src-mac-address=02:00:00:00:02:02', 'vlan-priority=3');

const plain = line(
  oneOf('/interface/ethernet/switch/rule/add switch=switch1'),
  ports,
  weighted([6, ipv4], [2, ipv6], [1, others]),
  vlanMatchers,
  actions,
  rarely('disabled=yes'),
);

const uncertain = line(oneOf('/interface/ethernet/switch/rule/add switch=switch1'), ports, undecided, actions);

/** What is for other networks is addressed to the device. */
const toMac = line(
  oneOf(
    '/interface/bridge/set [find name=bridge] admin-mac=02:BB:00:00:00:01 auto-mac=no\n/interface/ethernet/switch/rule/add switch=switch1',
    '/interface/ethernet/switch/rule/add switch=switch1',
  ),
  ports,
  oneOf(
    'dst-mac-address=02:BB:00:00:00:01',
    'dst-mac-address=02:00:00:00:03:02/FF:FF:FF:FF:FF:FF',
    'dst-mac-address=02:BB:00:00:00:00/FF:FF:FF:00:00:00',
  ),
  actions,
);

const intoVrf = line(
  oneOf('/ip/vrf/add name=cust interfaces=@spare\n/interface/ethernet/switch/rule/add switch=switch1 new-vrf=cust'),
  oneOf('ports=@left', 'ports=@right', 'protocol=udp', 'mac-protocol=ip dst-address=10.0.3.0/24'),
);

/** Where there is a bond, one that the CPU makes. */
const atSoftwareBond = line(
  oneOf(
    '/interface/bonding/set [find] mode=balance-rr\n/interface/ethernet/switch/rule/add switch=switch1 ports=@left',
  ),
  oneOf('redirect-to-cpu=yes', 'new-dst-ports=""', 'mac-protocol=ip protocol=udp new-dst-ports=""'),
);

export const switchRules: fc.Arbitrary<string> = weighted(
  [60, plain],
  [3, uncertain],
  [1, toMac],
  [3, intoVrf],
  [9, atSoftwareBond],
);
