// Configurations on which the two sides once disagreed, as small as they could be made.

import type { Configuration } from './configurations.ts';
import { foundConnections } from './found-connections.ts';
import { foundFasttrack } from './found-fasttrack.ts';
import { foundOpen } from './found-open.ts';
import { apart, fasttrack, known, large, masquerade, redirect, redirectLeft, toFar, usual } from './found-parts.ts';
import { foundPaths } from './found-paths.ts';
import { foundSenders } from './found-senders.ts';
import { foundUnseen } from './found-unseen.ts';

export const found: Readonly<Record<string, Configuration>> = {
  'both ends of a connection are translated': {
    ...usual,
    base: 'two-vlans',
    changes: [
      '/ip/firewall/nat/add chain=srcnat action=masquerade',
      '/ip/firewall/nat/add chain=dstnat action=dst-nat to-addresses=10.0.3.2 dst-address=198.51.100.0/24 in-interface=@in',
    ],
  },
  'tracking picks up no connection that is under way': {
    ...usual,
    base: 'two-vlans',
    hardware: large,
    changes: [
      '/interface/ethernet/switch/port/set @left l3-hw-offloading=no',
      '/interface/ethernet/switch/port/set @right l3-hw-offloading=no',
      '/ip/firewall/nat/add chain=srcnat action=masquerade out-interface=@out',
      '/ip/firewall/raw/add chain=prerouting action=notrack dst-address=10.0.2.2 in-interface=@out',
      '/ip/firewall/connection/tracking/set loose-tcp-tracking=no',
    ],
  },
  'a switch rule sends what a port forward is asked elsewhere': {
    ...usual,
    base: 'trunks',
    routesFar: true,
    changes: [
      '/interface/ethernet/switch/rule/add switch=switch1 ports=@left new-dst-ports=@spare',
      '/ip/firewall/nat/add chain=dstnat action=dst-nat to-addresses=10.0.3.2 dst-address=198.51.100.0/24 in-interface=@in',
    ],
  },
  'whether the first answer of a port forward goes past NAT is undefined': {
    ...usual,
    base: 'two-vlans',
    hardware: large,
    changes: [
      '/interface/ethernet/switch/port/set @right l3-hw-offloading=no',
      '/ip/firewall/nat/add chain=dstnat action=dst-nat to-addresses=10.0.3.2 dst-address=198.51.100.0/24 in-interface=@in',
      fasttrack,
    ],
  },
  'answers of a FastTrack connection leave by another interface': {
    ...usual,
    base: 'vlan-on-port',
    hardware: large,
    changes: [redirect, `${fasttrack} ${known}`, masquerade, `${toFar} gateway=10.0.2.3`],
  },
  'later packets are known by the translation of the first': {
    ...usual,
    base: 'two-vlans',
    changes: [
      redirect,
      masquerade,
      `/ip/firewall/filter/add chain=forward action=accept ${known}`,
      '/ip/firewall/mangle/add chain=forward action=drop in-interface=@in connection-nat-state=srcnat',
    ],
  },
  'a rule assigns the main table to what a second bridge takes in': {
    ...usual,
    base: 'two-bridges',
    routeros: '7.24.5',
    changes: ['/interface/ethernet/switch/rule/add switch=switch1 ports=@right new-vrf=main'],
  },
  'answers have no way, and a rule about MAC addresses leaves the openers open': {
    ...usual,
    base: 'vlan-on-port',
    changes: [
      '/interface/ethernet/switch/rule/add switch=switch1 ports=@right src-mac-address=02:00:00:00:02:02 redirect-to-cpu=yes',
    ],
  },
  'FastTrack looks for a way where policy does not': {
    ...usual,
    base: 'two-vlans',
    hardware: apart,
    changes: [
      '/routing/rule/add src-address=10.0.2.0/24 action=lookup-only-in-table table=alt',
      '/ip/route/add dst-address=0.0.0.0/0 gateway=10.0.3.2 routing-table=alt',
      fasttrack,
    ],
  },
  'a mark is bypassed only where the chip serves the interface': {
    ...usual,
    base: 'routed-ports',
    changes: [
      '/ip/firewall/mangle/add chain=prerouting action=mark-routing new-routing-mark=alt passthrough=yes',
      '/ip/route/add dst-address=0.0.0.0/0 gateway=10.0.3.2 routing-table=alt',
      '/interface/ethernet/set @left mac-address=02:AA:00:00:00:02',
    ],
  },
  'answers of one path of a route never meet the CPU': {
    ...usual,
    base: 'two-vlans',
    changes: [redirect, `${fasttrack} ${known}`, `${toFar} gateway=10.0.3.2`, `${toFar} gateway=@spare`],
  },
  'the chip forwards answers of a translated connection as they are': {
    ...usual,
    base: 'two-vlans',
    routesFar: true,
    changes: [
      '/interface/bridge/port/set [find interface=@left] horizon=1',
      '/ip/firewall/nat/add chain=dstnat action=dst-nat to-addresses=10.0.3.2 protocol=udp dst-port=514',
    ],
  },
  'who asks a server by its own address is not translated, though the default route leads where they are': {
    ...usual,
    base: 'two-vlans',
    changes: [
      '/ip/route/add dst-address=0.0.0.0/0 gateway=10.0.3.2,10.0.2.3 pref-src=10.0.3.1',
      '/ip/firewall/nat/add chain=dstnat action=dst-nat to-addresses=10.0.2.2 to-ports=80 protocol=udp in-interface=right',
    ],
  },
  'whether a rule that names a port of a bond sees what enters by the bond is not known': {
    ...usual,
    base: 'bond',
    routeros: '7.14.3',
    changes: ['/interface/ethernet/switch/rule/add switch=switch1 ports=sfp-sfpplus1 redirect-to-cpu=yes'],
  },
  'a rule gives packets to a table in which they have no route': {
    ...usual,
    base: 'two-vlans',
    routeros: '7.24.5',
    changes: [
      '/ip/vrf/add name=cust interfaces=@spare',
      '/interface/ethernet/switch/rule/add switch=switch1 ports=@left new-vrf=cust',
      '/ip/firewall/mangle/add chain=prerouting action=drop dst-address=10.0.3.0/24',
    ],
  },
  'nothing behind a bond that the chip does not switch is routed in hardware': {
    ...usual,
    base: 'bond',
    changes: ['/interface/bonding/set [find] mode=balance-alb'],
  },
  'answers to what destination NAT sends on meet no NAT': {
    ...usual,
    base: 'bond',
    changes: [
      '/ip/firewall/nat/add chain=dstnat action=dst-nat to-addresses=10.0.3.2 dst-address=198.51.100.0/24 in-interface=@in',
    ],
  },
  'what becomes of an IPsec policy between two bridges is not defined': {
    ...usual,
    base: 'two-bridges',
    changes: ['/ip/ipsec/policy/add src-address=10.0.3.0/24 dst-address=10.0.2.0/24 tunnel=yes peer=p'],
  },
  'a route leads another way than to the VLAN that is off hardware': {
    ...usual,
    base: 'vlan-on-port',
    hardware: large,
    changes: ['/interface/ethernet/switch/port/set @right l3-hw-offloading=no', `${toFar} gateway=10.0.2.3`],
  },
  'the gateway of a route is the device itself': {
    ...usual,
    base: 'trunks',
    changes: [`${toFar} gateway=192.0.2.1`, '/ip/address/add address=192.0.2.1/24 interface=@in'],
  },
  'FastTrack goes by main, over a bridge without FastPath': {
    ...usual,
    base: 'vlan-on-port',
    changes: [
      redirect,
      `${fasttrack} ${known}`,
      '/ip/firewall/mangle/add chain=prerouting action=mark-routing new-routing-mark=alt passthrough=yes',
      '/ip/route/add dst-address=0.0.0.0/0 gateway=10.0.3.2 routing-table=alt',
      '/interface/bridge/nat/add chain=dstnat action=accept',
    ],
  },
  'a rule in front keeps packets from destination NAT': {
    ...usual,
    base: 'two-vlans',
    changes: [
      '/ip/firewall/nat/add chain=dstnat action=accept',
      '/ip/firewall/nat/add chain=dstnat action=dst-nat to-addresses=10.0.2.2 protocol=udp in-interface=@out',
    ],
  },
  'a switch rule drops what destination NAT would translate': {
    ...usual,
    base: 'trunks',
    changes: [
      '/interface/ethernet/switch/rule/add switch=switch1 ports=@left mac-protocol=ip vlan-id=2 new-dst-ports=""',
      '/ip/firewall/nat/add chain=dstnat action=dst-nat to-addresses=10.0.3.2 in-interface=@in',
    ],
  },
  'IPsec sees answers as they are once NAT has translated them back': {
    ...usual,
    base: 'two-vlans',
    hardware: large,
    changes: [
      redirect,
      `${fasttrack} ${known}`,
      '/ip/ipsec/policy/add src-address=10.0.2.0/24 dst-address=10.0.3.0/24 tunnel=yes peer=p',
      '/ip/firewall/nat/add chain=srcnat action=masquerade',
    ],
  },
  'answers that raw rules keep from tracking come by a path that is not defined': {
    ...usual,
    base: 'two-bridges',
    changes: [
      redirectLeft,
      '/ip/firewall/filter/add chain=forward action=drop connection-state=invalid',
      '/ip/firewall/raw/add chain=prerouting action=notrack protocol=tcp in-interface=@out',
    ],
  },
  'what goes one way past the CPU has no path of the CPU': {
    ...usual,
    base: 'routed-ports',
    changes: [
      redirectLeft,
      '/ip/firewall/filter/add chain=forward action=drop connection-state=invalid',
      '/ip/firewall/nat/add chain=srcnat action=masquerade src-address=10.0.2.0/24',
    ],
  },
  'the firewall refuses what destination NAT would translate': {
    ...usual,
    base: 'routed-ports',
    changes: [
      '/ip/firewall/filter/add chain=forward action=drop in-interface=@left',
      '/ip/firewall/nat/add chain=dstnat action=dst-nat to-addresses=10.0.3.2 in-interface=@left',
    ],
  },
  'nothing is missed for certain where it is open whether packets arrive': {
    ...usual,
    base: 'routed-port',
    changes: [
      '/queue/tree/add name=t max-limit=1M parent=global',
      '/interface/bridge/vlan/set [find vlan-ids=2] tagged=""',
      '/interface/bridge/set [find name=bridge] pvid=2',
    ],
  },
  'an undefined chip does not keep to what the device is forbidden': {
    ...usual,
    base: 'two-bridges',
    offloadsIpv6: true,
    changes: ['/ipv6/settings/set forward=no', '/interface/ethernet/switch/port/set @right l3-hw-offloading=no'],
  },
  ...foundConnections,
  ...foundFasttrack,
  ...foundOpen,
  ...foundPaths,
  ...foundSenders,
  ...foundUnseen,
  // IPsec looks for a policy under the source that NAT gives, to answers that of what was asked.
  'answers of a translated destination between the networks of an IPsec policy': {
    ...usual,
    hardware: { model: 'RB5009UG+S+', left: 'ether2', right: 'ether3', spare: 'ether5' },
    base: 'routed-ports',
    changes: [
      `${fasttrack} ${known}`,
      '/ip/firewall/nat/add chain=dstnat action=dst-nat to-addresses=10.0.3.2 dst-address=198.51.100.0/24 in-interface=@in',
      '/ip/ipsec/policy/add src-address=10.0.3.0/24 dst-address=10.0.2.0/24 tunnel=yes peer=p',
    ],
  },
  'one path of a route has no ports, and the other goes back where the packets came from': {
    ...usual,
    base: 'two-vlans',
    routesFar: false,
    changes: [
      `/interface/bridge/port/set [find interface=${usual.hardware.right}] pvid=5`,
      '/ip/route/add dst-address=198.51.100.0/24 gateway=10.0.3.2,10.0.2.3 suppress-hw-offload=yes',
    ],
  },
  'openers are kept from tracking, and their answers are translated': {
    ...usual,
    base: 'two-vlans',
    changes: [
      redirect,
      '/ip/firewall/raw/add chain=prerouting action=notrack in-interface=@out',
      '/ip/firewall/nat/add chain=srcnat action=masquerade out-interface=@out',
    ],
  },
  // Answers that nobody asks for go past no translation.
  'what a port forward lets in is dropped by mangle on its way out': {
    ...usual,
    base: 'routed-port',
    changes: [
      '/ip/firewall/nat/add chain=dstnat action=dst-nat to-addresses=10.0.3.2 dst-address=198.51.100.0/24 in-interface=@in',
      '/ip/firewall/mangle/add chain=postrouting action=drop',
    ],
  },
  // An echo reply opens no connection: who drops what is invalid drops it where the chip forwards the requests.
  'the CPU sees the answers to pings alone': {
    ...usual,
    base: 'two-vlans',
    changes: [redirectLeft, '/ip/firewall/filter/add chain=forward action=drop connection-state=invalid'],
  },
  // Nobody describes whether the rule's VLAN means frames without a tag: if it does, nothing is translated.
  'a switch rule may drop what a port forward is asked': {
    ...usual,
    hardware: { model: 'CRS309-1G-8S+', left: 'sfp-sfpplus1', right: 'sfp-sfpplus2', spare: 'sfp-sfpplus5' },
    routeros: '7.14.3',
    base: 'routed-port',
    changes: [
      '/interface/ethernet/switch/rule/add switch=switch1 ports=@left mac-protocol=ip protocol=tcp dst-port=514 vlan-id=2 new-dst-ports=""',
      '/ip/firewall/nat/add chain=dstnat action=dst-nat to-addresses=10.0.3.3 protocol=tcp dst-port=514 in-interface=@in',
    ],
  },
  // Packets need the source addresses of both, and the chip has one prefix for all of them.
  'a route leads to a port without an address, whose MAC address starts otherwise than that of the bridge': {
    ...usual,
    base: 'two-vlans',
    changes: [
      '/ip/route/add dst-address=0.0.0.0/0 gateway=@spare distance=200',
      '/interface/bridge/set [find name=bridge] admin-mac=02:BB:00:00:00:01 auto-mac=no',
    ],
  },
};
