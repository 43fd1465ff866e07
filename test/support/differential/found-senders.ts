// Configurations on which the two sides once disagreed about who sends by the device, and by which of its interfaces.

import type { Configuration } from './configurations.ts';
import { apart, large, masquerade, redirect, router, toFar, usual } from './found-parts.ts';

export const foundSenders: Readonly<Record<string, Configuration>> = {
  // All that the peer knows is its own address.
  'the peer of a point-to-point address is within another network of the interface': {
    ...usual,
    base: 'two-vlans',
    changes: [
      '/ip/firewall/filter/add chain=forward action=drop',
      '/interface/ethernet/switch/rule/add switch=switch1 ports=@left redirect-to-cpu=yes',
      '/ip/address/add address=192.0.2.1/32 network=10.0.3.2 interface=@out',
    ],
  },
  // Hosts of the network reach each other, whatever leads to some of them.
  'paths by two sides lead to a part of the network that a sender is in': {
    ...usual,
    base: 'bond',
    hardware: large,
    changes: [
      '/ip/firewall/filter/add chain=forward action=drop protocol=udp port=514 in-interface=!@in out-interface=@out',
      '/ip/route/add dst-address=10.0.3.0/25 gateway=10.0.3.2,10.0.2.3',
    ],
  },
  // Senders enter off the chip, and the route back to them is in it.
  'a route to a part of the network beside the chip leads into the chip': {
    ...usual,
    base: 'routed-port',
    hardware: apart,
    changes: ['/ip/route/add dst-address=10.0.3.0/25 gateway=10.0.2.3 distance=200'],
  },
  // Routers on the link of a network send into it themselves.
  'one path of a suppressed default route leads to a router on the link of the receivers': {
    ...usual,
    base: 'trunks',
    hardware: apart,
    routesFar: true,
    offloadsIpv6: true,
    changes: [
      '/ipv6/firewall/filter/add chain=forward action=drop protocol=udp dst-port=514',
      '/ipv6/route/add dst-address=::/0 gateway=2001:db8:3::2,2001:db8:2::3 suppress-hw-offload=yes',
    ],
  },
  'a router on the link of the receivers, alone': {
    ...usual,
    base: 'two-vlans',
    changes: [
      '/ip/firewall/filter/add chain=forward action=drop in-interface=@out out-interface=@out src-address=198.51.100.0/24',
      `${toFar} gateway=10.0.3.2`,
    ],
  },
  'a router sends to what a recursive route has it lead to': {
    ...usual,
    base: 'trunks',
    hardware: large,
    routesFar: true,
    changes: [
      '/ip/route/add dst-address=203.0.113.1/32 gateway=10.0.3.2 scope=10',
      '/ip/route/add dst-address=198.51.100.0/24 gateway=203.0.113.1 target-scope=11',
      '/ip/firewall/filter/add chain=forward action=drop src-address=10.0.3.2 dst-address=198.51.100.0/24 out-interface=@out',
      '/ip/vrf/add name=cust interfaces=@in',
    ],
  },
  'a chip that moves nothing to VRFs hands openers over, and the firewall drops them': {
    ...usual,
    base: 'two-vlans',
    routeros: '7.24.5',
    changes: [
      '/ip/firewall/mangle/add chain=prerouting action=mark-connection new-connection-mark=c connection-state=new in-interface=@in',
      '/ip/firewall/filter/add chain=forward action=drop connection-mark=no-mark',
      '/ip/vrf/add name=cust interfaces=ether5',
      '/interface/ethernet/switch/rule/add switch=switch1 new-vrf=cust ports=@right',
    ],
  },
  // It hands them over to the CPU, and does not route them by `main` for want of the table.
  'a switch rule names the VRF that the answers are in, on a chip that knows none': {
    ...usual,
    base: 'two-vlans',
    routeros: '7.24.5',
    changes: [
      '/ip/vrf/add name=cust interfaces=@spare',
      '/interface/ethernet/switch/rule/add switch=switch1 mac-protocol=ip dst-address=10.0.2.0/24 new-vrf=cust',
      '/interface/ethernet/switch/port/set @left l3-hw-offloading=no',
      '/ip/route/add dst-address=10.0.3.2/32 gateway=@spare',
    ],
  },
  'a switch rule sends openers to a port that no route leaves by': {
    ...usual,
    base: 'two-vlans',
    hardware: large,
    changes: [
      '/interface/ethernet/switch/port/set @left l3-hw-offloading=no',
      '/interface/ethernet/switch/port/set @right l3-hw-offloading=no',
      masquerade,
      '/interface/ethernet/switch/rule/add switch=switch1 ports=@left mac-protocol=ip protocol=tcp new-dst-ports=@spare',
      '/ip/address/add address=192.0.2.1/24 interface=@in',
    ],
  },
  // `prerouting` then sees the bridge in their place.
  'rules name VLANs of a bridge whose frames with tags go through the IP firewall': {
    ...usual,
    base: 'two-vlans',
    changes: [
      '/ip/firewall/mangle/add chain=prerouting action=mark-connection new-connection-mark=c connection-state=new in-interface=@in',
      '/ip/firewall/filter/add chain=forward action=drop connection-mark=c out-interface=@in',
      '/interface/bridge/settings/set use-ip-firewall=yes use-ip-firewall-for-vlan=yes',
    ],
  },
  // Linux, `inet_select_addr`: then it has one of another interface, and its answers come to the device.
  'a masqueraded connection leaves by an interface without an address': {
    ...usual,
    hardware: large,
    base: 'routed-ports',
    changes: [
      redirect,
      '/ip/firewall/nat/add chain=srcnat action=masquerade src-address=10.0.2.0/24',
      '/ip/route/add dst-address=10.0.3.0/25 gateway=@spare',
    ],
  },
  'raw exempts the hosts of one of two ends that fare alike from a port forward': {
    ...usual,
    base: 'trunks',
    routesFar: true,
    changes: [
      '/ip/firewall/raw/add chain=prerouting action=notrack src-address=10.0.2.0/24 in-interface=all-vlan',
      '/ip/firewall/nat/add chain=dstnat action=dst-nat to-addresses=10.0.3.2 dst-address=10.0.3.77',
    ],
  },
  // Openers have no way there, so nobody answers them, marked or not.
  'a network that only a table nobody asks leads to answers no connection that a rule marks': {
    ...usual,
    base: 'two-vlans',
    hardware: large,
    changes: [
      '/ip/firewall/mangle/add chain=prerouting action=mark-connection new-connection-mark=c connection-state=new in-interface=@in',
      '/ip/firewall/filter/add chain=forward action=drop connection-mark=c out-interface=@in',
      '/interface/ethernet/switch/rule/add switch=switch1 ports=@right redirect-to-cpu=yes',
      '/ip/route/add dst-address=198.51.100.0/24 gateway=@spare routing-table=alt',
    ],
  },
  // Answers that are not tracked keep the address of the server, which the client never asked.
  'raw rules keep the answers of a translated connection from tracking': {
    ...usual,
    base: 'two-vlans',
    hardware: large,
    offloadsIpv6: true,
    changes: [
      redirect,
      '/ipv6/firewall/raw/add chain=prerouting action=notrack protocol=tcp in-interface=@out',
      '/ipv6/firewall/nat/add chain=dstnat action=dst-nat to-address=2001:db8:3::3/128 protocol=tcp dst-port=80',
    ],
  },
  // The rule says in which VRF packets are routed. Source: manual, l3-hardware-offloading, `new-vrf`.
  'a switch rule takes packets that nobody answers out of a VRF that has no route for them': {
    ...usual,
    hardware: large,
    base: 'bond',
    routeros: '7.24.5',
    changes: [
      '/ip/vrf/add name=cust interfaces=@in',
      '/interface/ethernet/switch/rule/add switch=switch1 dst-port=514 new-vrf=main',
    ],
  },
  // Masquerade for whatever leaves translates towards the client as well, who is behind no provider.
  'masquerade without an interface, and a mark that takes the answers': {
    ...usual,
    hardware: large,
    base: 'routed-ports',
    routesFar: false,
    changes: [
      '/ip/firewall/mangle/add chain=prerouting action=mark-routing new-routing-mark=alt passthrough=yes',
      '/ip/route/add dst-address=0.0.0.0/0 gateway=10.0.3.2 routing-table=alt',
      '/ip/firewall/nat/add chain=srcnat action=masquerade src-address=10.0.2.0/24',
    ],
  },
  // Both tables know the same gateway, which `main` has on the link.
  'FastTrack looks the gateway of a VRF up where the VRF does': {
    ...usual,
    hardware: large,
    base: 'two-vlans',
    routeros: '7.14.3',
    changes: [
      redirect,
      '/ip/firewall/mangle/add chain=forward action=fasttrack-connection connection-state=established',
      '/ip/vrf/add name=cust interfaces=@in',
      '/ip/route/add dst-address=198.51.100.0/24 gateway=10.0.3.2 routing-table=cust',
    ],
  },
  // Nobody translates them back, and the mark sends them where no client is.
  'a mark takes answers that raw exempts from tracking': {
    ...usual,
    hardware: large,
    base: 'two-vlans',
    routeros: '7.24.5',
    changes: [
      '/interface/ethernet/switch/set 0 l3-hw-offloading=no',
      masquerade,
      '/ip/firewall/mangle/add chain=prerouting action=mark-routing new-routing-mark=alt passthrough=yes',
      '/ip/route/add dst-address=0.0.0.0/0 gateway=10.0.3.2 routing-table=alt',
      '/ip/firewall/raw/add chain=prerouting action=notrack in-interface=!@in',
    ],
  },
  // A default route makes no provider of a network whose hosts are not translated towards.
  'a default route leads to the network whose translated answers a mark takes': {
    ...usual,
    hardware: router,
    base: 'two-vlans',
    changes: [
      masquerade,
      '/ip/firewall/mangle/add chain=prerouting action=mark-routing new-routing-mark=alt passthrough=yes',
      '/ip/route/add dst-address=0.0.0.0/0 gateway=10.0.3.2 routing-table=alt',
      '/ip/route/add dst-address=0.0.0.0/0 gateway=10.0.2.3',
    ],
  },
  // Where it leads is not described, so that nothing is claimed of who forwards it either.
  'a route by an address of the device, where two bridges want the chip': {
    ...usual,
    base: 'two-bridges',
    routeros: '7.14.3',
    routesFar: true,
    changes: ['/ip/address/add address=192.0.2.1/24 interface=@in', `${toFar} gateway=192.0.2.1`],
  },
  // Its own routes say that the client is behind either: no policy sends them astray.
  'translated answers go by the other path of the route to the client': {
    ...usual,
    base: 'two-bridges',
    hardware: large,
    changes: [
      '/ipv6/firewall/nat/add chain=srcnat action=masquerade protocol=udp',
      '/ipv6/route/add dst-address=2001:db8:3::/65 gateway=2001:db8:3::2,2001:db8:2::3 distance=7',
    ],
  },
  // No route of the device leads to the client, so that nobody says where its answers belong.
  'policy routing takes the answers to a client of no network of the device': {
    ...usual,
    base: 'two-vlans',
    hardware: large,
    changes: [
      redirect,
      masquerade,
      '/ip/firewall/mangle/add chain=prerouting action=mark-routing new-routing-mark=alt passthrough=yes',
      '/ip/route/add dst-address=0.0.0.0/0 gateway=10.0.3.2 routing-table=alt',
      '/ip/address/set [find address="10.0.2.1/24"] disabled=yes',
    ],
  },
  // Its rule of source NAT leaves the client's address as it is.
  'no tracking sees answers that nobody has to translate': {
    ...usual,
    base: 'trunks',
    routeros: '7.14.3',
    changes: [
      '/ipv6/firewall/nat/add chain=srcnat action=accept',
      '/ipv6/firewall/raw/add chain=prerouting action=notrack protocol=udp dst-address=2001:db8:3::2/128',
    ],
  },
  // Whom a rule to a port sends the answers to says nothing of NAT that no opener comes by.
  'hosts of one network, one of them by a path of a route, are sent out of a port': {
    ...usual,
    base: 'vlan-on-port',
    routeros: '7.21.5',
    changes: [
      '/interface/ethernet/switch/port/set @right l3-hw-offloading=no',
      '/interface/ethernet/switch/rule/add switch=switch1 ports=@left mac-protocol=ip protocol=tcp new-dst-ports=@spare',
      '/ip/route/add dst-address=10.0.3.0/25 gateway=10.0.3.2,10.0.2.3 suppress-hw-offload=yes',
      '/ip/firewall/nat/add chain=srcnat action=masquerade',
    ],
  },
  // Whom policy might bring to ask may have to be translated back.
  'answers of a port forward for a VRF that reaches no server': {
    ...usual,
    base: 'bond',
    hardware: large,
    routesFar: true,
    changes: [
      '/routing/rule/add interface=@in action=lookup table=main',
      '/ip/firewall/nat/add chain=dstnat action=dst-nat to-addresses=10.0.3.3 dst-address=10.0.2.1 protocol=tcp',
      '/ip/vrf/add name=cust interfaces=@in',
    ],
  },
  // It has no way to the host whom the port forward means.
  'policy routing brings openers of a port forward back to the provider': {
    ...usual,
    hardware: large,
    base: 'two-bridges',
    changes: [
      '/interface/ethernet/switch/set 0 l3-hw-offloading=no',
      '/ip/firewall/nat/add chain=srcnat action=masquerade out-interface=@out',
      '/ip/firewall/mangle/add chain=prerouting action=mark-routing new-routing-mark=alt passthrough=yes',
      '/ip/route/add dst-address=0.0.0.0/0 gateway=10.0.3.2 routing-table=alt',
      '/ip/firewall/nat/add chain=dstnat action=dst-nat to-addresses=10.0.2.2 to-ports=80 protocol=udp in-interface=@out',
    ],
  },
  'policy routing brings what is redirected to the device to the provider': {
    ...usual,
    hardware: large,
    base: 'trunks',
    changes: [
      '/ip/firewall/nat/add chain=srcnat action=masquerade out-interface=@out',
      '/ip/firewall/mangle/add chain=prerouting action=mark-routing new-routing-mark=alt passthrough=yes',
      '/ip/route/add dst-address=0.0.0.0/0 gateway=10.0.3.2 routing-table=alt',
      '/ip/firewall/nat/add chain=dstnat action=redirect protocol=udp dst-port=514',
      redirect,
    ],
  },
  // Nobody resolves who is written down.
  'the chip reaches a host whose answers no port takes': {
    ...usual,
    hardware: large,
    base: 'trunks',
    changes: [
      '/ip/arp/add address=10.0.2.2 interface=left mac-address=02:00:00:00:02:02',
      '/interface/bridge/port/set [find interface=@left] tag-stacking=yes',
    ],
  },
};
