// Configurations on which the two sides once disagreed about connections: what earlier packets have made of them.

import type { Configuration } from './configurations.ts';
import { apart, fasttrack, known, large, masquerade, redirect, redirectLeft, toFar, usual } from './found-parts.ts';

const mark = '/ip/firewall/mangle/add chain=prerouting action=mark-connection new-connection-mark=c';
const markOpeners = `${mark} connection-state=new in-interface=@in`;
const drop = '/ip/firewall/filter/add chain=forward action=drop';

export const foundConnections: Readonly<Record<string, Configuration>> = {
  // That packet is lost, and those behind it meet the firewall no more.
  'a packet makes its connection FastTrack before a later rule drops it': {
    ...usual,
    base: 'routed-port',
    changes: [
      '/interface/ethernet/switch/port/set @left l3-hw-offloading=no',
      '/interface/ethernet/switch/port/set @right l3-hw-offloading=no',
      `${fasttrack} ${known} in-interface=@in`,
      `${drop} connection-state=established in-interface=@in`,
    ],
  },
  'the chip spares answers the drop that their opener has marked them for': {
    ...usual,
    base: 'two-vlans',
    hardware: large,
    changes: [markOpeners, `${drop} connection-mark=c out-interface=@in`],
  },
  'a mark from before destination NAT lets openers through, whose answers the chip routes': {
    ...usual,
    base: 'two-vlans',
    hardware: large,
    changes: [
      markOpeners,
      `${drop} connection-mark=no-mark`,
      '/ip/firewall/nat/add chain=dstnat action=dst-nat to-addresses=10.0.3.2 dst-address=198.51.100.0/24 in-interface=@in',
    ],
  },
  'a rule that may match jumps to a chain without rules': {
    ...usual,
    base: 'two-vlans',
    changes: [
      '/interface/ethernet/switch/set 0 l3-hw-offloading=no',
      '/ip/traffic-flow/set enabled=yes',
      '/ip/firewall/filter/add chain=forward action=jump jump-target=missing protocol=udp limit=10,5:packet',
    ],
  },
  'openers are translated, so that answers to the client are none of theirs': {
    ...usual,
    base: 'two-vlans',
    routesFar: true,
    changes: [
      markOpeners,
      `${drop} connection-mark=c out-interface=@in`,
      '/ip/firewall/nat/add chain=srcnat action=masquerade src-address=10.0.2.0/24',
    ],
  },
  'answers mark a connection whose openers nobody tracks': {
    ...usual,
    base: 'routed-port',
    changes: [
      '/ip/firewall/mangle/add chain=prerouting action=mark-routing new-routing-mark=alt connection-mark=c in-interface=@out',
      '/ip/route/add dst-address=0.0.0.0/0 gateway=10.0.3.2 routing-table=alt',
      mark,
      '/ip/firewall/raw/add chain=prerouting action=notrack protocol=tcp in-interface=@in',
    ],
  },
  'a drop for what is not marked means hosts behind one another in a VRF': {
    ...usual,
    base: 'routed-port',
    hardware: large,
    changes: [
      markOpeners,
      `${drop} connection-mark=no-mark`,
      '/ip/vrf/add name=cust interfaces=@out',
      `${toFar} gateway=10.0.3.2@cust routing-table=cust`,
    ],
  },
  // The answer comes before the next packet of the opener's side.
  'the first answer meets another FastTrack rule than what follows the opener': {
    ...usual,
    base: 'routed-port',
    hardware: large,
    changes: [redirect, `${fasttrack} src-address-list=some`, `${fasttrack} hw-offload=no ${known}`],
  },
  'a port forward without tracking translates nothing': {
    ...usual,
    base: 'routed-ports',
    changes: [
      '/ip/firewall/connection/tracking/set enabled=no',
      '/ip/firewall/nat/add chain=dstnat action=dst-nat to-addresses=10.0.3.3 protocol=tcp dst-port=514 in-interface=@in',
    ],
  },
  'who asks from outside is answered from beside the uplink': {
    ...usual,
    base: 'routed-port',
    routesFar: true,
    changes: [
      '/ip/address/set [find address="10.0.3.1/24"] address=10.0.3.1/29',
      '/ip/route/add dst-address=0.0.0.0/0 gateway=10.0.3.2%@out distance=200',
      '/ip/firewall/nat/add chain=dstnat action=dst-nat to-addresses=10.0.3.3 dst-address=10.0.2.1 protocol=tcp',
    ],
  },
  'an opener that a routing rule refuses leaves no connection behind': {
    ...usual,
    base: 'routed-port',
    hardware: large,
    changes: [
      '/routing/rule/add src-address=10.0.2.0/24 action=unreachable',
      '/ip/firewall/nat/add chain=dstnat action=dst-nat to-addresses=10.0.3.2 dst-address=198.51.100.0/24 in-interface=@in',
    ],
  },
  'a routing rule for a network of which half is a blackhole': {
    ...usual,
    base: 'trunks',
    offloadsIpv6: true,
    changes: [
      '/routing/rule/add src-address=2001:db8:2::/64 action=unreachable',
      '/ipv6/route/add dst-address=2001:db8:3::/65 blackhole distance=9',
    ],
  },
  // The chip needs to know no prefix for a port that it routes nothing for.
  'a port of another MAC prefix is the only one that the chip routes for': {
    ...usual,
    base: 'routed-ports',
    routesFar: true,
    changes: [
      '/interface/ethernet/set @right mac-address=02:AA:00:00:00:01',
      '/interface/ethernet/switch/port/set @left l3-hw-offloading=no',
    ],
  },
  'a policy for packets whose sender is a blackhole': {
    ...usual,
    base: 'routed-ports',
    hardware: large,
    changes: [`${drop} src-address=10.0.3.2`, '/ip/route/add dst-address=10.0.3.2/32 blackhole'],
  },
  'a sender whose answers a blackhole takes enters by a port of the CPU': {
    ...usual,
    base: 'routed-ports',
    hardware: apart,
    changes: ['/ip/route/add dst-address=10.0.3.0/25 blackhole distance=200'],
  },
  'a rule may accept what would be accepted anyway': {
    ...usual,
    base: 'two-vlans',
    hardware: apart,
    changes: ['/ip/firewall/filter/add chain=forward action=accept limit=10,5:packet'],
  },
  'later packets are known by the mark and the translation of the first': {
    ...usual,
    base: 'two-vlans',
    changes: [masquerade, markOpeners, `${drop} connection-nat-state=srcnat in-interface=@in connection-mark=c`],
  },
  // The table of a mark goes before own addresses, and nobody takes answers from one of those.
  'what is redirected to the device is marked for a table that leads elsewhere': {
    ...usual,
    base: 'two-vlans',
    hardware: { model: 'RB5009UG+S+', left: 'ether2', right: 'ether3', spare: 'ether5' },
    changes: [
      `${fasttrack} ${known}`,
      '/ip/firewall/mangle/add chain=prerouting action=mark-routing new-routing-mark=alt passthrough=yes',
      '/ip/route/add dst-address=0.0.0.0/0 gateway=10.0.3.2 routing-table=alt',
      '/ip/firewall/nat/add chain=dstnat action=redirect protocol=udp dst-port=514',
    ],
  },
  'a NAT rule asks for an address of the device, and hosts of its network do': {
    ...usual,
    base: 'routed-ports',
    changes: [
      '/ip/firewall/nat/add chain=dstnat action=dst-nat to-addresses=10.0.3.3 dst-address=10.0.2.1 protocol=tcp',
    ],
  },
  // The first answer is invalid, as tracking sees it alone: the rule takes nothing, and the next is translated.
  'FastTrack has no connection to take when the first answer comes': {
    ...usual,
    base: 'two-vlans',
    changes: [
      '/ip/route/add dst-address=10.0.3.0/25 gateway=@out suppress-hw-offload=yes',
      '/ip/firewall/nat/add chain=srcnat action=masquerade src-address=10.0.2.0/24',
      `${fasttrack} src-address-list=some`,
    ],
  },
  'NAT means answers of TCP that the firewall refuses, because it sees nothing of their openers': {
    ...usual,
    base: 'two-vlans',
    routesFar: true,
    changes: [
      redirectLeft,
      '/ip/firewall/nat/add chain=dstnat action=dst-nat to-addresses=10.0.3.2 dst-address=198.51.100.0/24 in-interface=@in',
      `${drop} in-interface=@in`,
    ],
  },
  'a switch rule sends answers of a port forward out as they are': {
    ...usual,
    base: 'two-vlans',
    changes: [
      '/interface/ethernet/switch/rule/add switch=switch1 ports=@right mac-protocol=ip new-dst-ports=@left',
      '/ip/firewall/nat/add chain=dstnat action=dst-nat to-addresses=10.0.3.2 dst-address=198.51.100.0/24 in-interface=@in',
    ],
  },
  // The rule drops the first answer, behind the one that has made its connection FastTrack.
  'FastTrack takes what a rule drops behind it past HotSpot': {
    ...usual,
    base: 'two-bridges',
    changes: [
      '/interface/ethernet/switch/set 0 l3-hw-offloading=no',
      '/ip/firewall/mangle/add chain=prerouting action=fasttrack-connection connection-state=established',
      '/ip/firewall/filter/add chain=forward action=drop connection-state=established protocol=udp in-interface=@in',
      '/ip/hotspot/add interface=@out',
    ],
  },
  'FastTrack takes openers past a queue whose answers a routing rule drops': {
    ...usual,
    base: 'two-vlans',
    changes: [
      redirect,
      `${fasttrack} ${known}`,
      '/queue/simple/add name=q max-limit=1M/1M target=10.0.2.0/24',
      '/routing/rule/add action=drop src-address=10.0.3.0/24',
    ],
  },
  'IPv6 is redirected to a device that has no address of it': {
    ...usual,
    base: 'two-vlans',
    changes: [
      '/ipv6/firewall/nat/add chain=dstnat action=redirect protocol=udp dst-port=514',
      '/ipv6/settings/set disable-ipv6=yes',
    ],
  },
  // Whatever FastTrack would have skipped, had it taken them.
  'the first answer gives the mark by which later openers are dropped before the FastTrack rule': {
    ...usual,
    base: 'two-vlans',
    changes: [
      redirect,
      `${mark} connection-state=established in-interface=@out`,
      `${drop} connection-mark=c in-interface=@in`,
      `${fasttrack} in-interface=@in ${known}`,
      '/ip/hotspot/add interface=@out',
    ],
  },
  'the first answer gives the mark by which later openers pass before the FastTrack rule': {
    ...usual,
    base: 'two-vlans',
    changes: [
      redirect,
      `${mark} connection-state=established in-interface=@out`,
      '/ip/firewall/filter/add chain=forward action=accept connection-mark=c in-interface=@in',
      `${fasttrack} in-interface=@in ${known}`,
      '/ip/hotspot/add interface=@out',
    ],
  },
  'FastTrack takes openers, with the first answer, before mangle marks them for another table': {
    ...usual,
    base: 'two-vlans',
    changes: [
      redirect,
      '/ip/firewall/mangle/add chain=prerouting action=mark-routing new-routing-mark=alt connection-state=established in-interface=@out',
      '/ip/route/add dst-address=0.0.0.0/0 gateway=10.0.3.2 routing-table=alt',
      `${fasttrack} in-interface=@in`,
    ],
  },
  'FastTrack takes connections at once, and mangle would mark their answers for another table': {
    ...usual,
    base: 'two-vlans',
    changes: [
      redirect,
      '/ip/firewall/mangle/add chain=prerouting action=mark-routing new-routing-mark=alt connection-state=established',
      '/ip/route/add dst-address=0.0.0.0/0 gateway=10.0.3.2 routing-table=alt',
      fasttrack,
    ],
  },
  'the first answer is FastTrack before mangle gives it the mark that the rule excludes': {
    ...usual,
    base: 'two-vlans',
    changes: [
      redirect,
      '/ip/firewall/mangle/add chain=postrouting action=mark-connection new-connection-mark=c out-interface=@in',
      `${fasttrack} connection-mark=no-mark ${known}`,
    ],
  },
  'openers go by another table, and FastTrack takes those behind them, which do not': {
    ...usual,
    base: 'two-vlans',
    changes: [
      redirect,
      '/ip/firewall/mangle/add chain=prerouting action=mark-routing new-routing-mark=alt connection-state=!established in-interface=@out',
      `${fasttrack} ${known}`,
      '/ip/route/add dst-address=0.0.0.0/0 gateway=10.0.2.3 routing-table=alt',
    ],
  },
  'FastTrack packets have no mark for the queue of the interface that they leave by': {
    ...usual,
    base: 'two-vlans',
    changes: [
      redirect,
      '/ip/firewall/mangle/add chain=prerouting action=mark-packet new-packet-mark=p',
      `${fasttrack} ${known}`,
      '/queue/tree/add name=t max-limit=1M parent=@out packet-mark=p',
    ],
  },
  // The first answer is lost, and openers that come again belong to a connection that has seen it.
  'openers that come again give the mark that answers need': {
    ...usual,
    base: 'two-vlans',
    changes: [
      redirect,
      masquerade,
      `${mark} connection-state=established in-interface=@in`,
      `${drop} connection-mark=no-mark in-interface=@out`,
    ],
  },
};
