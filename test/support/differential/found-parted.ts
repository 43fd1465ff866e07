// Configurations on which audit and trace once said different things.

import type { Configuration } from './configurations.ts';
import { apart, fasttrack, known, large, redirect, router, usual } from './found-parts.ts';

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
  // Nothing has to pick a table: who is where its routes lead sends all the same.
  'openers come from where only a table of policy routing leads': {
    ...usual,
    base: 'trunks',
    changes: [
      '/interface/ethernet/switch/rule/add switch=switch1 ports=@left,@right redirect-to-cpu=yes',
      `${fasttrack} ${known}`,
      '/ip/hotspot/add interface=@in',
      '/ip/route/add dst-address=198.51.100.0/24 gateway=@spare routing-table=alt',
    ],
  },
  'a queue means openers from where marked answers are sent': {
    ...usual,
    base: 'bond',
    changes: [
      '/ip/firewall/mangle/add chain=prerouting action=mark-connection new-connection-mark=c connection-state=new in-interface=@in',
      '/ip/firewall/mangle/add chain=prerouting action=mark-routing new-routing-mark=alt connection-mark=c in-interface=@out',
      '/ip/route/add dst-address=0.0.0.0/0 gateway=10.0.3.2 routing-table=alt',
      '/queue/simple/add name=q max-limit=1M/1M target=10.0.2.0/24 dst=198.51.100.0/24',
    ],
  },
  'FastTrack takes some openers past mangle, and the chip routes others past it': {
    ...usual,
    base: 'vlan-on-port',
    routeros: '7.14.3',
    routesFar: true,
    changes: [
      '/ip/firewall/mangle/add chain=postrouting action=change-dscp new-dscp=10',
      '/ip/route/add dst-address=10.0.3.2/32 gateway=10.0.3.2,10.0.2.3 suppress-hw-offload=yes',
      `${fasttrack} ${known}`,
    ],
  },
  'the chip routes what enters by an interface without an address past NAT': {
    ...usual,
    base: 'trunks',
    changes: [
      '/ip/route/add dst-address=10.0.3.0/25 gateway=@spare distance=200',
      '/interface/bridge/port/set [find interface=@left] hw=no',
      '/ip/firewall/nat/add chain=dstnat action=redirect protocol=udp dst-port=514',
    ],
  },
  'policy alone leads from FastTrack connections to what a queue is about': {
    ...usual,
    base: 'two-vlans',
    changes: [
      redirect,
      `${fasttrack} ${known}`,
      '/ip/firewall/mangle/add chain=prerouting action=mark-routing new-routing-mark=alt',
      '/ip/route/add dst-address=0.0.0.0/0 gateway=10.0.3.2 routing-table=alt',
      '/queue/simple/add name=q max-limit=1M/1M target=10.0.2.0/24 dst=198.51.100.0/24',
    ],
  },
  // Whether the CPU routes what a switch rule moved there is not described: nobody may answer.
  'answers are to meet a policy whose openers a switch rule moves to a VRF without routes': {
    ...usual,
    hardware: large,
    routeros: '7.24.5',
    base: 'routed-ports',
    changes: [
      '/ip/firewall/mangle/add chain=prerouting action=mark-connection new-connection-mark=c connection-state=new in-interface=@in',
      '/ip/firewall/filter/add chain=forward action=drop connection-mark=no-mark',
      '/ip/vrf/add name=cust interfaces=@spare',
      '/interface/ethernet/switch/rule/add switch=switch1 new-vrf=cust ports=@right',
    ],
  },
  'a queue asks for a mark that no rule gives': {
    ...usual,
    base: 'two-bridges',
    changes: [
      '/interface/ethernet/switch/port/set @left l3-hw-offloading=no',
      '/interface/ethernet/switch/port/set @right l3-hw-offloading=no',
      '/ip/firewall/mangle/add chain=forward action=fasttrack-connection in-interface=@out',
      '/queue/tree/add name=t max-limit=1M parent=@out packet-mark=p',
      '/ip/hotspot/add interface=@in',
    ],
  },
  // A rule without a state takes what nobody answers, too, and goes on doing so.
  'FastTrack takes openers that nobody answers past mangle': {
    ...usual,
    hardware: router,
    base: 'routed-port',
    changes: [
      `${fasttrack} out-interface=@in`,
      '/ip/firewall/mangle/add chain=postrouting action=change-dscp new-dscp=10 connection-state=new',
    ],
  },
  // The opener's mark is given again behind the rule, and what follows the first answer has it from the rule alone.
  'a later packet has its mark from another rule than the one that opened the connection': {
    ...usual,
    base: 'routed-port',
    routeros: '7.14.3',
    changes: [
      '/ip/firewall/mangle/add chain=postrouting action=mark-connection new-connection-mark=c connection-state=new',
      '/ip/firewall/filter/add chain=forward action=drop connection-mark=c in-interface=@out',
      '/ip/firewall/mangle/add chain=prerouting action=mark-connection new-connection-mark=c protocol=tcp dst-port=80 in-interface=@in',
    ],
  },
  'answers that a rule drops, to openers of another path that nobody needs the device for': {
    ...usual,
    base: 'routed-port',
    routeros: '7.21.5',
    offloadsIpv6: true,
    changes: [
      '/interface/ethernet/set @right mac-address=02:AA:00:00:00:01',
      '/routing/rule/add action=lookup-only-in-table table=alt',
      '/ipv6/route/add dst-address=2001:db8:3::/65 gateway=2001:db8:3::2,2001:db8:2::3 suppress-hw-offload=yes',
    ],
  },
  // Established ones come from ports that no client has, and no opener gets in.
  'what a rule says of answers, where the chip drops all that they could answer': {
    ...usual,
    base: 'two-vlans',
    hardware: large,
    changes: [
      '/interface/ethernet/switch/rule/add switch=switch1 ports=@left new-dst-ports=""',
      '/ip/firewall/filter/add chain=forward action=drop connection-state=established,related protocol=tcp src-port=514 dst-address=10.0.2.2 in-interface=!left',
    ],
  },
};
