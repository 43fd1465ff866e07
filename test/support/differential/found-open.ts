// Configurations on which the two sides once disagreed about what may go either way, and about who sends what.

import type { Configuration } from './configurations.ts';
import { apart, fasttrack, known, large, masquerade, redirect, toFar, usual } from './found-parts.ts';

export const foundOpen: Readonly<Record<string, Configuration>> = {
  'policy sends back by a VLAN of a port what `main` sends to a slow bridge': {
    ...usual,
    base: 'vlan-on-port',
    routesFar: true,
    changes: [
      redirect,
      '/ip/route/add dst-address=0.0.0.0/0 gateway=10.0.3.2 routing-table=alt',
      '/routing/rule/add action=lookup table=alt',
      '/interface/bridge/set [find name=bridge] dhcp-snooping=yes',
    ],
  },
  'a switch rule moves to a VRF what a port forward is asked': {
    ...usual,
    base: 'routed-port',
    hardware: large,
    routeros: '7.24.5',
    changes: [
      '/ip/vrf/add name=cust interfaces=@spare',
      '/interface/ethernet/switch/rule/add switch=switch1 ports=@left new-vrf=cust',
      '/ip/firewall/nat/add chain=dstnat action=dst-nat to-addresses=10.0.3.3 protocol=tcp dst-port=514 in-interface=@in',
    ],
  },
  // Behind the chain that packets enter nothing is left to meet, whether or not they return from it.
  'a rule that may return from the chain that packets enter': {
    ...usual,
    base: 'two-bridges',
    routesFar: true,
    changes: [redirect, '/ip/firewall/filter/add chain=forward action=return connection-state=new limit=10,5:packet'],
  },
  // Answers come by a path that openers may never take.
  'the CPU sends by one path what the chip may send by two': {
    ...usual,
    base: 'two-vlans',
    routeros: '7.21.5',
    changes: [
      '/ip/firewall/mangle/add chain=prerouting action=mark-routing new-routing-mark=alt passthrough=yes',
      '/ip/route/add dst-address=0.0.0.0/0 gateway=10.0.3.2 routing-table=alt',
      '/interface/ethernet/switch/port/set @right l3-hw-offloading=no',
      `${toFar} gateway=10.0.3.2,10.0.2.3`,
    ],
  },
  'it is not defined who forwards, nor described whether anybody is reached': {
    ...usual,
    base: 'vlan-on-port',
    changes: [
      '/interface/bridge/vlan/set [find vlan-ids=2] tagged=""',
      '/interface/bridge/set [find name=bridge] pvid=2',
    ],
  },
  'a policy between two networks of one interface': {
    ...usual,
    base: 'trunks',
    changes: [
      '/ip/address/add address=198.51.100.1/24 interface=@out',
      '/ip/firewall/filter/add chain=forward action=drop src-address=10.0.3.2 in-interface=!@in out-interface-list=!inside',
    ],
  },
  'a policy for hosts that only somebody behind a neighbour can ask': {
    ...usual,
    base: 'routed-port',
    changes: [
      '/routing/rule/add dst-address=10.0.3.0/24 action=unreachable',
      '/ip/vrf/add name=cust interfaces=@in',
      '/ip/route/add dst-address=203.0.113.1/32 gateway=10.0.3.2 scope=10',
    ],
  },
  'the only other MAC prefix is that of a port which is disabled': {
    ...usual,
    base: 'routed-ports',
    routesFar: true,
    changes: [
      '/interface/ethernet/set @right mac-address=02:AA:00:00:00:01',
      '/interface/ethernet/set @left disabled=yes',
    ],
  },
  // The imagined way back enters where the packet leaves.
  'a routing rule takes what enters by the interface that packets leave by': {
    ...usual,
    base: 'trunks',
    changes: [
      '/interface/ethernet/switch/set 0 l3-hw-offloading=no',
      '/ip/settings/set rp-filter=loose',
      '/routing/rule/add interface=@out action=lookup-only-in-table table=alt',
    ],
  },
  'a path of a host route leads back to the side that its packets come from': {
    ...usual,
    base: 'trunks',
    changes: [
      '/ip/route/add dst-address=10.0.3.2/32 gateway=10.0.3.2,10.0.2.3',
      '/ip/firewall/filter/add chain=forward action=drop dst-address=10.0.2.2 in-interface=@in out-interface=@in',
    ],
  },
  'a queue is for the side alone that a path of a host route leads back to': {
    ...usual,
    base: 'routed-ports',
    hardware: apart,
    changes: [
      '/ip/route/add dst-address=10.0.3.2/32 gateway=10.0.3.2,10.0.2.3',
      '/queue/simple/add name=q max-limit=1M/1M target=10.0.2.0/24',
    ],
  },
  'a port forward leads to the link that its clients are on': {
    ...usual,
    base: 'two-vlans',
    changes: [
      '/ip/firewall/nat/add chain=dstnat action=dst-nat to-addresses=10.0.3.3 dst-address=10.0.2.1 protocol=tcp',
      '/interface/ethernet/switch/port/set @left l3-hw-offloading=no',
      `${toFar} gateway=@out`,
    ],
  },
  'a switch rule takes some of the ports that a mangle rule names': {
    ...usual,
    base: 'bond',
    changes: [
      '/interface/ethernet/switch/rule/add switch=switch1 dst-port=514 redirect-to-cpu=yes',
      '/ip/firewall/mangle/add chain=prerouting action=change-ttl new-ttl=set:9 protocol=udp dst-port=500-600',
    ],
  },
  'in a small network only what goes back from it is in the chip': {
    ...usual,
    hardware: large,
    routeros: '7.24.5',
    base: 'two-vlans',
    routesFar: true,
    changes: [
      '/ip/firewall/raw/add chain=prerouting action=drop protocol=udp',
      '/ip/address/set [find address="10.0.3.1/24"] address=10.0.3.1/29',
      '/interface/vlan/set [find vlan-id=2] l3-hw-offloading=no',
    ],
  },
  'answers of a port forward onto the same address belong to an IPsec policy': {
    ...usual,
    base: 'vlan-on-port',
    hardware: large,
    routesFar: true,
    changes: [
      redirect,
      `${fasttrack} ${known}`,
      '/ip/ipsec/policy/add src-address=10.0.2.0/24 dst-address=198.51.100.0/24 protocol=udp tunnel=yes peer=p',
      '/ip/firewall/nat/add chain=dstnat action=dst-nat to-addresses=10.0.2.2 to-ports=80 protocol=udp in-interface=@out',
    ],
  },
  'an IPsec policy selects the address that a port forward hides, and another the one behind it': {
    ...usual,
    base: 'routed-ports',
    changes: [
      redirect,
      `${fasttrack} ${known}`,
      '/ip/firewall/nat/add chain=dstnat action=dst-nat to-addresses=10.0.3.3 dst-address=10.0.3.2 protocol=tcp',
      '/ip/firewall/nat/add chain=dstnat action=dst-nat to-addresses=10.0.3.2 dst-address=10.0.3.3 protocol=udp',
      '/ip/ipsec/policy/add src-address=10.0.3.2/32 dst-address=10.0.2.0/24 tunnel=yes peer=p',
    ],
  },
  'an IPsec policy selects the address that masquerading gives': {
    ...usual,
    base: 'routed-ports',
    routesFar: true,
    changes: [
      redirect,
      `${fasttrack} ${known}`,
      masquerade,
      '/ip/ipsec/policy/add src-address=10.0.3.1/32 dst-address=198.51.100.0/24 tunnel=yes peer=p',
    ],
  },
  // The CPU sends back what it is asked, and the answers may meet nobody who knows of the policy.
  'whether the chip serves the port that answers to policy come back by is open': {
    ...usual,
    base: 'routed-port',
    changes: [
      '/ip/firewall/mangle/add chain=prerouting action=mark-routing new-routing-mark=alt passthrough=yes',
      '/ip/route/add dst-address=0.0.0.0/0 gateway=10.0.3.2 routing-table=alt',
      '/interface/ethernet/set @left mac-address=02:AA:00:00:00:02',
    ],
  },
  'a blackhole takes one of those that a policy is about': {
    ...usual,
    base: 'routed-ports',
    hardware: large,
    routeros: '7.24.5',
    routesFar: true,
    offloadsIpv6: true,
    changes: [
      '/ipv6/firewall/filter/add chain=forward action=drop protocol=udp dst-address=2001:db8:ff::/48 in-interface=!@in',
      '/ipv6/route/add dst-address=2001:db8:ff::9 blackhole distance=9',
    ],
  },
  'a rule is for all VLAN interfaces, and one for all ports': {
    ...usual,
    base: 'two-vlans',
    changes: [
      '/ip/firewall/filter/add chain=forward action=drop in-interface=all-vlan protocol=tcp',
      '/ip/firewall/filter/add chain=forward action=drop in-interface=all-ethernet protocol=udp',
    ],
  },
  'only the leaves of a queue tree take packets': {
    ...usual,
    base: 'two-vlans',
    changes: [
      '/ip/firewall/mangle/add chain=postrouting action=mark-packet new-packet-mark=p protocol=udp dst-port=53',
      '/queue/tree/add name=t max-limit=1M parent=global',
      '/queue/tree/add name=leaf max-limit=1M parent=t packet-mark=p',
    ],
  },
  'a queue of the port below the VLAN that packets leave by': {
    ...usual,
    base: 'bond',
    changes: ['/queue/tree/add name=t max-limit=1M parent=@right', '/ip/firewall/connection/tracking/set enabled=no'],
  },
  'frames with a tag enter by a port that stacks tags, beside one of the CPU': {
    ...usual,
    base: 'trunks',
    hardware: apart,
    changes: [
      '/interface/bridge/port/set [find interface=@left] tag-stacking=yes',
      '/interface/bridge/port/set [find interface=@left] frame-types=admit-all',
    ],
  },
  'a rule assigns the main table on a chip that knows no VRFs': {
    ...usual,
    base: 'routed-port',
    routeros: '7.24.5',
    changes: [
      '/interface/ethernet/switch/rule/add switch=switch1 ports=@right dst-port=514 new-vrf=main',
      '/ip/vrf/add name=cust interfaces=@in,@out',
    ],
  },
  'a rule sends to a port that hangs on the CPU': {
    ...usual,
    base: 'two-vlans',
    hardware: apart,
    routeros: '7.24.5',
    changes: [
      '/interface/ethernet/switch/rule/add switch=switch1 ports=@left mac-protocol=ip protocol=udp new-dst-ports=@right',
      '/interface/vlan/set [find vlan-id=3] l3-hw-offloading=no',
    ],
  },
  'a neighbour is written down where no port takes or floods its frames': {
    ...usual,
    base: 'trunks',
    hardware: large,
    changes: [
      '/interface/bridge/port/set [find interface=@right] frame-types=admit-only-untagged-and-priority-tagged',
      '/interface/bridge/port/set [find interface=@right] unknown-unicast-flood=no',
      '/ip/arp/add address=10.0.3.2 interface=@out mac-address=02:00:00:00:03:02',
    ],
  },
  // All that leaves there is translated: answers come to the device itself, and the first rule drops what follows.
  'a rule for known connections between hosts of one side, all of which are translated': {
    ...usual,
    base: 'two-vlans',
    routesFar: true,
    changes: [
      masquerade,
      '/ip/firewall/filter/add chain=forward action=drop connection-nat-state=srcnat',
      `/ip/firewall/filter/add chain=forward action=drop ${known} in-interface=@out out-interface=@out`,
    ],
  },
  // NAT would send elsewhere what the chip throws away.
  'a blackhole in the chip is in front of a port forward': {
    ...usual,
    base: 'two-vlans',
    changes: [
      `${toFar} blackhole`,
      '/ip/firewall/nat/add chain=dstnat action=dst-nat to-addresses=10.0.3.2 dst-address=198.51.100.0/24 in-interface=@in',
    ],
  },
  // A match of the VLAN without a tag is open, at one of the ports that ask for the server.
  'whether what asks for the server is dropped is open at one port, and certain at none': {
    ...usual,
    base: 'two-vlans',
    hardware: large,
    routesFar: true,
    changes: [
      '/interface/ethernet/switch/rule/add switch=switch1 ports=@left mac-protocol=ip vlan-id=2 new-dst-ports=""',
      '/ip/firewall/nat/add chain=dstnat action=dst-nat to-addresses=10.0.3.2 dst-address=10.0.3.77',
    ],
  },
  // Whoever looks it up, nothing gets anywhere.
  'a second bridge that is in no VLAN, by a route that is kept from the chip': {
    ...usual,
    base: 'two-bridges',
    changes: [
      '/ip/route/add dst-address=10.0.3.0/25 gateway=@out suppress-hw-offload=yes',
      '/interface/bridge/vlan/set [find vlan-ids=3] disabled=yes',
      '/routing/rule/add src-address=10.0.2.0/24 action=unreachable',
    ],
  },
  // NAT comes before the route that would throw them away.
  'answers of openers in the chip are translated instead of lost': {
    ...usual,
    base: 'two-vlans',
    hardware: large,
    changes: [
      '/interface/ethernet/switch/rule/add switch=switch1 ports=@left redirect-to-cpu=yes',
      '/ip/route/add dst-address=198.51.100.0/24 blackhole',
      '/ip/firewall/nat/add chain=dstnat action=dst-nat to-addresses=10.0.3.3 in-interface=@in src-address=10.0.2.0/24',
    ],
  },
  'FastTrack sends past a HotSpot what openers went elsewhere': {
    ...usual,
    base: 'two-vlans',
    hardware: large,
    changes: [
      redirect,
      '/ip/firewall/mangle/add chain=prerouting action=mark-routing new-routing-mark=alt connection-state=new in-interface=@in',
      `${fasttrack} ${known}`,
      '/ip/route/add dst-address=10.0.3.0/24 gateway=10.0.2.3 routing-table=alt',
      '/ip/hotspot/add interface=@out',
    ],
  },
};
