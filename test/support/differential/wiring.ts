// Random lines of ports, bridges, VLANs, bonds, the chip's flags, switch rules, routes, tables and VRFs.

import fc from 'fast-check';
import { line, oneOf, perhaps } from './policies.ts';

const layer2 = oneOf(
  '/interface/bonding/set [find] mode=balance-rr',
  '/interface/bonding/set [find] mode=balance-xor',
  '/interface/ethernet/set @right mac-address=02:AA:00:00:00:01',
  '/interface/ethernet/set @left disabled=yes',
  '/interface/ethernet/set @right disabled=yes',
  '/interface/bridge/set [find name=bridge] admin-mac=02:BB:00:00:00:01 auto-mac=no',
  '/interface/bridge/set [find name=bridge] vlan-filtering=no',
  '/interface/bridge/set [find name=bridge] igmp-snooping=yes',
  '/interface/bridge/set [find name=bridge] protocol-mode=mstp',
  '/interface/bridge/set [find name=bridge] protocol-mode=none',
  '/interface/bridge/set [find name=bridge] ether-type=0x88a8',
  '/interface/bridge/port/set [find interface=@right] frame-types=admit-only-vlan-tagged',
  '/interface/bridge/port/set [find interface=@right] frame-types=admit-all',
  '/interface/bridge/port/set [find interface=@right] pvid=5',
  '/interface/bridge/port/set [find interface=@right] hw=no',
  '/interface/bridge/port/set [find interface=@left] hw=no',
  '/interface/bridge/port/set [find interface=@left] horizon=1',
  '/interface/bridge/port/set [find interface=@right] ingress-filtering=no',
  '/interface/bridge/vlan/set [find vlan-ids=2] tagged=""',
  '/interface/bridge/vlan/set [find vlan-ids=3] disabled=yes',
  '/interface/vlan/set [find vlan-id=2] disabled=yes',
  '/interface/vlan/set [find vlan-id=2] use-service-tag=yes',
  '/interface/vlan/set [find vlan-id=3] mtu=1400',
  '/ip/address/set [find address=10.0.2.1/24] disabled=yes',
);

const flags = oneOf(
  '/interface/ethernet/switch/set 0 l3-hw-offloading=no',
  '/interface/ethernet/switch/port/set @left l3-hw-offloading=no',
  '/interface/ethernet/switch/port/set @left l3-hw-offloading=no',
  '/interface/ethernet/switch/port/set @right l3-hw-offloading=no',
  '/interface/ethernet/switch/port/set @right l3-hw-offloading=no',
  '/interface/vlan/set [find vlan-id=2] l3-hw-offloading=no',
  '/interface/vlan/set [find vlan-id=3] l3-hw-offloading=no',
  '/interface/ethernet/switch/l3hw-settings/set fasttrack-hw=no',
);

const ports = oneOf('ports=@left', 'ports=@right', 'ports=@left,@right', 'ports=@spare', '');
const matches4 = line(
  oneOf('mac-protocol=ip'),
  perhaps(
    'protocol=udp',
    'protocol=tcp',
    'protocol=udp dst-port=514',
    'protocol=tcp dst-port=514',
    'protocol=tcp src-port=80',
  ),
  perhaps('src-address=10.0.2.0/24', 'src-address=10.0.3.2/32'),
  perhaps('dst-address=10.0.3.0/24', 'dst-address=10.0.2.0/24', 'dst-address=198.51.100.0/24'),
);
const matches6 = line(
  oneOf('mac-protocol=ipv6'),
  perhaps('protocol=udp', 'protocol=tcp dst-port=80'),
  perhaps('src-address6=2001:db8:2::/64', 'dst-address6=2001:db8:3::/64'),
);
const acl = line(
  oneOf('/interface/ethernet/switch/rule/add switch=switch1'),
  ports,
  fc.oneof(
    { weight: 6, arbitrary: matches4 },
    { weight: 2, arbitrary: matches6 },
    { weight: 1, arbitrary: oneOf('protocol=udp dst-port=514', 'dst-port=514', '', 'mac-protocol=arp') },
  ),
  fc.oneof(
    { weight: 12, arbitrary: fc.constant('') },
    { weight: 2, arbitrary: oneOf('vlan-id=9', 'vlan-header=present', 'vlan-header=not-present') },
    { weight: 1, arbitrary: oneOf('vlan-id=2', 'vlan-id=3') },
  ),
  fc.oneof(
    { weight: 3, arbitrary: oneOf('redirect-to-cpu=yes') },
    { weight: 3, arbitrary: oneOf('new-dst-ports=""') },
    { weight: 3, arbitrary: oneOf('', 'rate=100000000', 'copy-to-cpu=yes') },
  ),
);

const prefixes = oneOf(
  '198.51.100.0/24',
  '198.51.100.0/24',
  '0.0.0.0/0',
  '198.51.100.9',
  '198.51.100.0/25',
  '10.0.3.0/25',
);
const routes = line(
  oneOf('/ip/route/add'),
  prefixes.map((prefix) => `dst-address=${prefix}`),
  fc.oneof(
    { weight: 4, arbitrary: oneOf('gateway=10.0.3.2') },
    {
      weight: 2,
      arbitrary: oneOf(
        'gateway=10.0.2.3',
        'gateway=10.0.3.3',
        'gateway=10.0.3.2,10.0.3.3',
        'gateway=10.0.3.2 distance=5',
      ),
    },
    { weight: 1, arbitrary: oneOf('gateway=192.0.2.1') },
    { weight: 1, arbitrary: oneOf('blackhole distance=9') },
  ),
  perhaps('suppress-hw-offload=yes', 'disabled=yes', 'check-gateway=ping', 'routing-table=alt'),
);
const routes6 = line(
  oneOf('/ipv6/route/add'),
  oneOf('dst-address=2001:db8:ff::/48', 'dst-address=::/0'),
  oneOf('gateway=2001:db8:3::2', 'gateway=2001:db8:3::2', 'gateway=2001:db8:3::3', 'blackhole distance=9'),
  perhaps('routing-table=alt'),
);
const rules = line(
  oneOf('/routing/rule/add'),
  perhaps(
    'src-address=10.0.2.0/24',
    'dst-address=10.0.3.0/24',
    'dst-address=198.51.100.0/24',
    'interface=@in',
    'routing-mark=alt',
  ),
  oneOf(
    'action=lookup table=main',
    'action=lookup table=alt',
    'action=lookup-only-in-table table=alt',
    'action=drop',
    'action=unreachable',
  ),
);
const intoVrf = oneOf(
  '/ip/vrf/add name=cust interfaces=@spare\n/interface/ethernet/switch/rule/add switch=switch1 ports=@left new-vrf=cust',
  '/ip/vrf/add name=cust interfaces=@spare\n/interface/ethernet/switch/rule/add switch=switch1 protocol=udp new-vrf=cust',
);
const vrfs = oneOf(
  '/ip/vrf/add name=cust interfaces=@out',
  '/ip/vrf/add name=cust interfaces=@in',
  '/ip/vrf/add name=cust interfaces=@in,@out',
);

/** The manual leaves these open, so that nothing can be said: not too often. */
const doubtful = oneOf(
  '/interface/bonding/set [find] mode=active-backup',
  '/interface/ethernet/switch/rule/add switch=switch1 ports=@left new-dst-ports=@spare',
);

export const wiring: fc.Arbitrary<string> = fc.oneof(
  { weight: 20, arbitrary: layer2 },
  { weight: 20, arbitrary: flags },
  { weight: 20, arbitrary: acl },
  { weight: 16, arbitrary: routes },
  { weight: 6, arbitrary: routes6 },
  { weight: 8, arbitrary: rules },
  { weight: 5, arbitrary: vrfs },
  { weight: 3, arbitrary: intoVrf },
  { weight: 1, arbitrary: doubtful },
);
