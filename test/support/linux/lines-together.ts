// Lines that mean next to nothing one without the other, and that single random lines seldom bring together: each group
// is in more than 100 of 5,000 devices.

import fc from 'fast-check';

const inner = '/ip/firewall/raw/add chain=prerouting action=notrack in-interface=@in';
const outer = '/ip/firewall/raw/add chain=prerouting action=notrack in-interface=@out';
const toSpare = '/ip/firewall/nat/add chain=dstnat action=dst-nat to-addresses=10.0.5.2';
const invalid = '/ip/firewall/filter/add chain=forward action=drop connection-state=invalid';
const bothWays = '/ip/route/add dst-address=198.51.100.0/24 gateway=10.0.3.2,10.0.5.2';
const mangle6 = '/ipv6/firewall/mangle/add';
const filter6 = '/ipv6/firewall/filter/add';

const groups: readonly (readonly string[])[] = [
  // Next hops behind other routes, and at the other end of an address.
  [
    '/ip/route/add dst-address=198.51.100.0/24 gateway=203.0.113.1 target-scope=30',
    '/ip/route/add dst-address=203.0.113.1/32 gateway=10.0.5.2 scope=10',
  ],
  [
    '/ip/address/add address=192.0.2.8/32 network=192.0.2.1 interface=@out',
    '/ip/route/add dst-address=198.51.100.0/24 gateway=192.0.2.1',
  ],
  [
    '/ip/address/add address=192.0.2.8/32 network=192.0.2.1 interface=@spare',
    '/ip/route/add dst-address=0.0.0.0/0 gateway=192.0.2.1 distance=3',
  ],
  // Chains of IPv6.
  [
    `${mangle6} chain=prerouting action=jump jump-target=own`,
    `${mangle6} chain=own action=return protocol=tcp`,
    `${mangle6} chain=own action=mark-packet new-packet-mark=p`,
    `${filter6} chain=forward action=drop packet-mark=p in-interface=@in`,
  ],
  [
    `${mangle6} chain=forward action=jump jump-target=own protocol=!tcp`,
    `${mangle6} chain=own action=return in-interface=@in`,
    `${mangle6} chain=own action=drop`,
  ],
  [
    `${filter6} chain=forward action=jump jump-target=own`,
    `${filter6} chain=own action=passthrough`,
    `${filter6} chain=own action=log protocol=tcp`,
    `${filter6} chain=own action=return protocol=udp`,
    `${filter6} chain=own action=reject in-interface=@out connection-state=new`,
  ],
  [
    '/ipv6/firewall/raw/add chain=prerouting action=accept protocol=udp',
    '/ipv6/firewall/raw/add chain=prerouting action=notrack in-interface=@out',
    '/ipv6/firewall/nat/add chain=srcnat action=accept protocol=tcp',
    '/ipv6/firewall/nat/add chain=srcnat action=masquerade out-interface=@out',
  ],
  [
    `${filter6} chain=forward action=accept connection-state=established,related`,
    `${filter6} chain=forward action=accept protocol=udp limit=1000000,1000000:packet`,
    `${filter6} chain=forward action=log protocol=!tcp`,
    `${filter6} chain=forward action=reject in-interface=@in protocol=icmpv6`,
  ],
  [
    '/ipv6/firewall/raw/add chain=prerouting action=drop protocol=udp dst-port=514',
    `${mangle6} chain=prerouting action=accept protocol=icmpv6`,
    `${mangle6} chain=prerouting action=mark-connection new-connection-mark=c`,
    `${mangle6} chain=prerouting action=mark-routing new-routing-mark=alt connection-mark=c in-interface=@in`,
    '/ipv6/route/add dst-address=::/0 gateway=2001:db8:5::2 routing-table=alt',
  ],
  [
    `${mangle6} chain=prerouting action=passthrough protocol=tcp`,
    `${mangle6} chain=prerouting action=change-hop-limit new-hop-limit=set:9`,
    `${mangle6} chain=forward action=change-mss new-mss=1300 protocol=tcp tcp-flags=syn`,
    '/ipv6/firewall/nat/add chain=dstnat action=dst-nat to-address=2001:db8:3::3/128 in-interface=@in',
  ],
  // Of IPv4, what asks for something that other lines make.
  [
    '/ip/firewall/nat/add chain=srcnat action=src-nat to-addresses=10.0.3.1 out-interface=@out',
    '/ip/firewall/filter/add chain=forward action=accept connection-nat-state=srcnat',
    '/ip/firewall/filter/add chain=forward action=drop connection-nat-state=!srcnat dst-address=!10.0.2.0/24 protocol=icmp',
  ],
  [
    `${toSpare} dst-address=10.0.3.2`,
    '/ip/firewall/filter/add chain=forward action=accept connection-nat-state=dstnat protocol=tcp',
    '/ip/firewall/filter/add chain=forward action=drop connection-nat-state=dstnat',
  ],
  [
    '/ip/firewall/nat/add chain=dstnat action=redirect protocol=udp dst-port=53',
    '/ip/firewall/mangle/add chain=prerouting action=log dst-address-type=local',
    '/ip/firewall/filter/add chain=input action=drop dst-address-type=local protocol=icmp',
    '/ip/firewall/filter/add chain=forward action=passthrough src-address-type=!local dst-address-type=!local',
    '/ip/firewall/filter/add chain=forward action=drop src-address-type=local',
    '/ip/firewall/filter/add chain=forward action=log src-address-type=unicast',
  ],
  [
    '/ip/firewall/mangle/add chain=prerouting action=mark-routing new-routing-mark=alt protocol=tcp',
    '/ip/route/add dst-address=0.0.0.0/0 gateway=10.0.5.2 routing-table=alt',
    '/ip/firewall/mangle/add chain=forward action=mark-packet new-packet-mark=p routing-mark=alt',
    '/ip/firewall/filter/add chain=forward action=drop packet-mark=!p routing-mark=!alt protocol=!icmp in-interface=@in',
  ],
  [
    '/ip/firewall/mangle/add chain=prerouting action=mark-connection new-connection-mark=c src-address=!10.0.2.0/24',
    '/ip/firewall/mangle/add chain=prerouting action=jump jump-target=own connection-mark=!c',
    '/ip/firewall/mangle/add chain=own action=return protocol=tcp',
    '/ip/firewall/mangle/add chain=own action=drop dst-address=!198.51.100.0/24',
    '/ip/firewall/mangle/add chain=own action=accept',
  ],
  [
    '/ip/firewall/mangle/add chain=prerouting action=log dst-address-list=some',
    '/ip/firewall/filter/add chain=forward action=log limit=1/1h,3:packet',
    '/ip/firewall/nat/add chain=srcnat action=accept dst-address=10.0.3.0/24',
    '/ip/firewall/nat/add chain=srcnat action=netmap to-addresses=10.0.9.0/24 out-interface=@out',
    '/ip/firewall/nat/add chain=dstnat action=netmap to-addresses=10.0.3.0/24 protocol=icmp',
    '/ip/firewall/filter/add chain=forward action=drop connection-nat-state=dstnat in-interface=@in',
  ],
  [
    '/ip/firewall/raw/add chain=prerouting action=drop protocol=udp dst-port=53',
    '/ip/firewall/raw/add chain=prerouting action=accept dst-address-list=some',
    '/ip/firewall/filter/add chain=forward action=jump jump-target=own dst-address-type=unicast',
    '/ip/firewall/filter/add chain=own action=log protocol=tcp limit=1000000,1000000:packet',
    '/ip/firewall/filter/add chain=own action=return dst-address-list=some',
    '/ip/firewall/filter/add chain=own action=accept protocol=icmp limit=1/1h,1:packet',
  ],
  [
    bothWays,
    '/ip/firewall/mangle/add chain=prerouting action=mark-connection new-connection-mark=c in-interface=@out',
    '/ip/firewall/mangle/add chain=prerouting action=mark-connection new-connection-mark=d in-interface=@spare',
  ],
  // Tracking that sees one direction alone, beside NAT.
  [inner, `${toSpare} in-interface=@out`],
  [inner, `${toSpare} in-interface=@out protocol=udp`, invalid],
  [inner, '/ip/firewall/nat/add chain=dstnat action=dst-nat to-addresses=203.0.113.77 in-interface=@out'],
  [
    `${outer} protocol=tcp`,
    '/ip/firewall/nat/add chain=dstnat action=dst-nat to-addresses=10.0.3.3 dst-address=198.51.100.0/24',
  ],
  [outer, '/ip/firewall/nat/add chain=srcnat action=src-nat to-addresses=10.0.3.77 out-interface=@out'],
  // Of some ports, or of one path of a route.
  ['/ip/firewall/raw/add chain=prerouting action=notrack protocol=tcp dst-port=50000-50009', invalid],
  [
    '/ip/firewall/raw/add chain=prerouting action=notrack protocol=udp src-port=50000-50009',
    '/ip/firewall/filter/add chain=forward action=drop protocol=udp dst-port=50005-50014',
    `${toSpare} in-interface=@out protocol=udp`,
  ],
  [bothWays, '/ip/firewall/raw/add chain=prerouting action=notrack in-interface=@spare', invalid],
  [
    bothWays,
    '/ip/firewall/raw/add chain=prerouting action=notrack in-interface=@spare',
    '/ip/firewall/filter/add chain=forward action=drop connection-state=established in-interface=@in',
  ],
];

export const linesTogether: fc.Arbitrary<readonly string[]> = fc.oneof(
  { weight: 1, arbitrary: fc.constant([]) },
  { weight: 3, arbitrary: fc.constantFrom(...groups) },
);
