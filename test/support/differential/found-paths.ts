// Configurations on which the two sides once disagreed about several paths, other tables, and what the CPU is handed.

import type { Configuration } from './configurations.ts';
import { apart, fasttrack, known, large, redirect, redirectLeft, router, toFar, usual } from './found-parts.ts';

export const foundPaths: Readonly<Record<string, Configuration>> = {
  'the firewall refuses one path of a route, and the chip forwards the answers of the other': {
    ...usual,
    base: 'two-vlans',
    hardware: large,
    routesFar: true,
    offloadsIpv6: true,
    changes: [
      '/ipv6/firewall/filter/add chain=forward action=reject out-interface=@out',
      '/ipv6/route/add dst-address=2001:db8:ff::/48 gateway=2001:db8:3::2,2001:db8:2::3 suppress-hw-offload=yes',
    ],
  },
  'the CPU balances a bond, and takes its FastTrack connections': {
    ...usual,
    base: 'bond',
    hardware: large,
    routeros: '7.21.5',
    changes: [
      redirectLeft,
      `${fasttrack} ${known}`,
      '/interface/ethernet/switch/port/set @left l3-hw-offloading=no',
      '/interface/bonding/set [find] mode=balance-tlb',
    ],
  },
  'the chip forwards the answers of one path of two, so that FastTrack takes the other alone': {
    ...usual,
    base: 'two-vlans',
    hardware: apart,
    routeros: '7.14.3',
    routesFar: true,
    changes: [
      '/ip/firewall/mangle/add chain=forward action=fasttrack-connection connection-state=established',
      '/ip/route/add dst-address=198.51.100.0/25 gateway=10.0.3.2,10.0.2.3',
    ],
  },
  'the default route of the other family makes no uplink': {
    ...usual,
    base: 'trunks',
    changes: [
      '/ip/firewall/nat/add chain=dstnat action=dst-nat to-addresses=10.0.3.2 dst-address=198.51.100.0/24 in-interface=@in',
      '/ipv6/route/add dst-address=::/0 gateway=2001:db8:2::3',
    ],
  },
  'FastTrack is not about what the device itself takes': {
    ...usual,
    base: 'two-vlans',
    hardware: large,
    changes: [
      redirect,
      '/ip/firewall/mangle/add chain=prerouting action=fasttrack-connection',
      '/ip/firewall/nat/add chain=dstnat action=redirect protocol=tcp dst-port=80 in-interface=@in',
    ],
  },
  'one end has another MAC address, and of the other nobody says who routes': {
    ...usual,
    base: 'vlan-on-port',
    changes: [
      '/ip/address/add address=172.16.0.1/24 interface=@spare',
      '/interface/ethernet/set @left mac-address=02:AA:00:00:00:02',
    ],
  },
  'a rule assigns the main table to what another VRF takes in': {
    ...usual,
    base: 'vlan-on-port',
    hardware: large,
    routeros: '7.24.5',
    changes: [
      '/interface/ethernet/switch/rule/add switch=switch1 ports=@left new-vrf=main',
      '/ip/vrf/add name=cust interfaces=@in',
      '/ip/route/add dst-address=0.0.0.0/0 blackhole routing-table=cust',
    ],
  },
  'packets for the device have to come the way that leads back, too': {
    ...usual,
    base: 'two-vlans',
    hardware: large,
    changes: [
      redirect,
      '/ip/settings/set rp-filter=strict',
      '/ip/route/add dst-address=0.0.0.0/0 gateway=10.0.3.2 routing-table=alt',
      '/routing/rule/add action=lookup table=alt',
      '/ip/firewall/nat/add chain=dstnat action=redirect protocol=tcp dst-port=80 in-interface=@in',
    ],
  },
  'one path of a route leaves by a port whose flag is off': {
    ...usual,
    base: 'routed-ports',
    changes: ['/interface/ethernet/switch/port/set @right l3-hw-offloading=no', `${toFar} gateway=10.0.3.2,10.0.2.3`],
  },
  'what a chip routes is not what the CPU switches between chips': {
    ...usual,
    base: 'bond',
    hardware: apart,
    changes: [
      `${toFar} gateway=@spare routing-table=alt`,
      '/routing/rule/add src-address=10.0.2.0/24 action=lookup-only-in-table table=alt min-prefix=0',
    ],
  },
  'the chip forwards answers that the CPU would have to translate, of ICMP alone': {
    ...usual,
    base: 'bond',
    hardware: large,
    changes: [
      '/ip/firewall/nat/add chain=dstnat action=dst-nat to-addresses=10.0.3.2 dst-address=198.51.100.0/24 in-interface=@in',
      fasttrack,
    ],
  },
  'FastTrack takes the answers to what raw rules keep from tracking': {
    ...usual,
    base: 'routed-port',
    hardware: router,
    changes: [
      `/ip/firewall/filter/add chain=forward action=accept ${known}`,
      fasttrack,
      '/ip/firewall/raw/add chain=prerouting action=notrack in-interface=@out',
    ],
  },
  'the way back is that of an answer, from the other end': {
    ...usual,
    base: 'routed-port',
    changes: [
      '/routing/rule/add src-address=10.0.2.0/24 action=lookup-only-in-table table=alt',
      '/ip/route/add dst-address=0.0.0.0/0 gateway=10.0.3.2 routing-table=alt',
      '/ip/settings/set rp-filter=strict',
    ],
  },
  'nothing gets through to who is behind a port, but what they send goes past the firewall': {
    ...usual,
    base: 'two-vlans',
    changes: [
      redirect,
      '/ip/firewall/mangle/add chain=forward action=drop',
      '/ip/route/add dst-address=198.51.100.0/25 gateway=@spare',
    ],
  },
  'the CPU would drop what the chip may route by one of two paths': {
    ...usual,
    base: 'vlan-on-port',
    hardware: apart,
    changes: [`${toFar} gateway=10.0.3.2,10.0.2.3`, '/routing/rule/add action=unreachable'],
  },
  'a route of the main table leads into a VRF, past a rule': {
    ...usual,
    base: 'routed-port',
    routeros: '7.24.5',
    changes: [
      '/ip/vrf/add name=cust interfaces=@out',
      '/routing/rule/add action=lookup table=cust src-address=10.0.2.0/24',
      '/ip/route/add dst-address=0.0.0.0/0 gateway=10.0.3.2%@out',
    ],
  },
  'a route of a VRF leads into the main table, past a filter': {
    ...usual,
    base: 'two-vlans',
    hardware: large,
    routeros: '7.24.5',
    changes: [
      '/ip/firewall/filter/add chain=forward action=drop protocol=tcp dst-port=80',
      '/ip/vrf/add name=cust interfaces=left',
      '/ip/route/add dst-address=10.0.3.0/24 gateway=10.0.3.2@main routing-table=cust',
    ],
  },
  'the chip forwards answers that raw rules would keep from tracking': {
    ...usual,
    base: 'two-vlans',
    changes: [
      redirectLeft,
      '/ip/firewall/filter/add chain=forward action=drop connection-state=invalid',
      '/ip/firewall/raw/add chain=prerouting action=notrack protocol=tcp in-interface=@out',
    ],
  },
  'a rule drops what is established, which tracking never sees': {
    ...usual,
    base: 'two-vlans',
    changes: [
      redirectLeft,
      '/ip/firewall/filter/add chain=forward action=drop connection-state=established in-interface=@in',
    ],
  },
  'answers make the connection FastTrack before a rule drops what follows the opener': {
    ...usual,
    base: 'two-vlans',
    changes: [
      redirect,
      `${fasttrack} ${known} in-interface=@out`,
      `/ip/firewall/filter/add chain=forward action=drop in-interface=@in ${known}`,
    ],
  },
  'a mark drops what follows the opener, answered or not': {
    ...usual,
    base: 'two-vlans',
    changes: [
      redirectLeft,
      '/ip/firewall/mangle/add chain=postrouting action=mark-connection new-connection-mark=foo',
      '/ip/firewall/filter/add chain=forward action=drop connection-mark=foo',
    ],
  },
  'a switch rule lists a port of the management CPU': {
    ...usual,
    base: 'two-vlans',
    hardware: apart,
    changes: ['/interface/ethernet/switch/rule/add switch=switch1 ports=@right redirect-to-cpu=yes'],
  },
  'a switch rule also lists a port of the management CPU': {
    ...usual,
    base: 'routed-ports',
    hardware: apart,
    changes: ['/interface/ethernet/switch/rule/add switch=switch1 ports=@left,@right mac-protocol=ip new-dst-ports=""'],
  },
  'a row of the VLAN table is disabled, and the device makes one of its own': {
    ...usual,
    base: 'trunks',
    routesFar: true,
    changes: ['/interface/bridge/vlan/set [find vlan-ids=3] disabled=yes'],
  },
  'the mark that the first packet gives decides over the next, which the chip forwards': {
    ...usual,
    base: 'two-vlans',
    changes: [
      '/ip/firewall/mangle/add chain=prerouting action=mark-connection new-connection-mark=c connection-state=new in-interface=@in',
      '/ip/firewall/mangle/add chain=prerouting action=mark-routing new-routing-mark=alt connection-mark=c connection-state=established',
      '/ip/route/add dst-address=0.0.0.0/0 gateway=10.0.3.3 routing-table=alt',
    ],
  },
  'a rule drops by a mark that mangle gives before it, past the chip': {
    ...usual,
    base: 'two-vlans',
    changes: [
      '/ip/firewall/mangle/add chain=forward action=mark-connection new-connection-mark=c',
      '/ip/firewall/filter/add chain=forward action=drop connection-mark=c',
    ],
  },
  'a rule drops what raw rules keep from tracking, past the chip': {
    ...usual,
    base: 'two-vlans',
    changes: [
      '/ip/firewall/raw/add chain=prerouting action=notrack in-interface=@in',
      '/ip/firewall/filter/add chain=forward action=drop connection-state=untracked',
    ],
  },
  'what destination NAT translates ends at a routing rule': {
    ...usual,
    base: 'routed-port',
    changes: [
      redirectLeft,
      '/routing/rule/add action=unreachable dst-address=10.0.3.0/25',
      '/ip/firewall/nat/add chain=dstnat action=dst-nat to-addresses=10.0.3.77 protocol=tcp dst-port=80 in-interface=@in',
    ],
  },
  'answers that NAT takes for openers end at a routing rule': {
    ...usual,
    base: 'two-vlans',
    routesFar: true,
    changes: [
      redirect,
      '/ip/firewall/raw/add chain=prerouting action=notrack in-interface=@out',
      '/routing/rule/add action=unreachable dst-address=10.0.3.0/25',
      '/ip/firewall/nat/add chain=dstnat action=dst-nat to-addresses=10.0.3.77 dst-address=198.51.100.9',
    ],
  },
  'the CPU would drop answers that the chip may route by one of two paths': {
    ...usual,
    base: 'vlan-on-port',
    hardware: apart,
    changes: [
      `${toFar} gateway=10.0.3.2,10.0.2.3`,
      '/ip/firewall/raw/add chain=prerouting action=drop src-address=10.0.2.0/24',
    ],
  },
  'one of two paths leaves by a port where nothing is defined': {
    ...usual,
    base: 'vlan-on-port',
    changes: [
      '/interface/ethernet/switch/rule/add switch=switch1 ports=@right redirect-to-cpu=yes',
      `${toFar} gateway=10.0.3.2,10.0.2.3`,
    ],
  },
  'answers belong to a connection with a translated destination': {
    ...usual,
    base: 'routed-ports',
    hardware: apart,
    changes: [
      '/ip/firewall/filter/add chain=forward action=drop connection-nat-state=!dstnat',
      '/ip/firewall/nat/add chain=dstnat action=dst-nat to-addresses=10.0.3.3 protocol=udp dst-port=514 in-interface=@in',
    ],
  },
  'a mark for what opens connections means no answers': {
    ...usual,
    base: 'two-vlans',
    changes: [
      redirectLeft,
      '/ip/firewall/mangle/add chain=prerouting action=mark-routing new-routing-mark=alt connection-state=new',
      '/ip/route/add dst-address=0.0.0.0/0 gateway=10.0.3.2 routing-table=alt',
    ],
  },
  'a route has paths in the chip and on the CPU, by which all answers come': {
    ...usual,
    hardware: apart,
    base: 'vlan-on-port',
    changes: [`${toFar} gateway=10.0.3.2 pref-src=10.0.3.1`, `${toFar} gateway=@spare scope=10`],
  },
  'the chip goes past a simple queue and a tree': {
    ...usual,
    base: 'routed-port',
    changes: [
      '/queue/simple/add name=q max-limit=1M/1M target=10.0.2.0/24',
      '/queue/tree/add name=t max-limit=1M parent=@right',
    ],
  },
};
