// Random lines of ports, bridges, VLANs, bonds and the chip's flags.

import type fc from 'fast-check';
import { oneOf, weighted } from './words.ts';

const bridges = oneOf(
  'admin-mac=02:BB:00:00:00:01 auto-mac=no',
  'vlan-filtering=no',
  'vlan-filtering=no',
  'igmp-snooping=yes',
  'igmp-snooping=yes multicast-querier=yes',
  'protocol-mode=mstp',
  'protocol-mode=none',
  'protocol-mode=stp',
  'ether-type=0x88a8',
  'dhcp-snooping=yes',
  'fast-forward=no',
  'pvid=2',
  'pvid=9 frame-types=admit-only-vlan-tagged',
  'ingress-filtering=no',
  'ageing-time=1s',
  'mtu=1400',
  'arp=reply-only',
).map((words) => `/interface/bridge/set [find name=bridge] ${words}`);

const bridgePorts = oneOf(
  '@right] frame-types=admit-only-vlan-tagged',
  '@right] frame-types=admit-all',
  '@right] frame-types=admit-only-untagged-and-priority-tagged',
  '@left] frame-types=admit-all',
  '@right] pvid=5',
  '@right] hw=no',
  '@left] hw=no',
  '@left] horizon=1',
  '@right] ingress-filtering=no',
  '@left] tag-stacking=yes',
  '@left] learn=no',
  '@right] unknown-unicast-flood=no',
  '@right] broadcast-flood=no unknown-multicast-flood=no',
  '@left] trusted=yes',
  '@left] edge=yes bpdu-guard=yes',
).map((words) => `/interface/bridge/port/set [find interface=${words}`);

const vlans = oneOf(
  '/interface/bridge/vlan/set [find vlan-ids=2] tagged=""',
  '/interface/bridge/vlan/set [find vlan-ids=3] disabled=yes',
  '/interface/bridge/vlan/set [find vlan-ids=2] vlan-ids=2,4-6',
  '/interface/bridge/vlan/set [find vlan-ids=3] untagged=@spare',
  '/interface/vlan/set [find vlan-id=2] disabled=yes',
  '/interface/vlan/set [find vlan-id=2] use-service-tag=yes',
  '/interface/vlan/set [find vlan-id=3] mtu=1400',
  '/interface/vlan/set [find vlan-id=3] arp=proxy-arp',
  '/interface/vlan/set [find vlan-id=2] loop-protect=on',
);

const ports = oneOf(
  '/interface/bonding/set [find] mode=balance-rr',
  '/interface/bonding/set [find] mode=balance-xor',
  '/interface/bonding/set [find] mode=balance-tlb',
  '/interface/bonding/set [find] transmit-hash-policy=layer-3-and-4',
  '/interface/bonding/set [find] mtu=1400',
  '/interface/bonding/set [find] forced-mac-address=02:CC:00:00:00:01',
  '/interface/ethernet/set @right mac-address=02:AA:00:00:00:01',
  '/interface/ethernet/set @left mac-address=02:AA:00:00:00:02',
  '/interface/ethernet/set @left disabled=yes',
  '/interface/ethernet/set @right disabled=yes',
  '/interface/ethernet/set @right mtu=1400 l2mtu=1580',
  '/interface/ethernet/set @right arp=proxy-arp',
  '/interface/ethernet/set @right auto-negotiation=no',
);

const addresses = oneOf(
  '/ip/address/set [find address="10.0.2.1/24"] disabled=yes',
  '/ip/address/set [find address="10.0.3.1/24"] address=10.0.3.1/29',
  '/ip/address/set [find address="10.0.2.1/24"] address=10.0.2.1/25',
  '/ip/address/add address=10.0.3.9/24 interface=@out',
  '/ip/address/add address=192.0.2.1/24 interface=@in',
  '/ip/address/add address=192.0.2.1/32 network=10.0.3.2 interface=@out',
  '/ip/address/add address=198.51.100.1/24 interface=@out',
  '/ip/address/add address=172.16.0.1/24 interface=@spare',
  '/ipv6/address/set [find address="2001:db8:2::1/64"] disabled=yes',
  '/ipv6/address/add address=2001:db8:3::9/64 interface=@out advertise=no',
  '/ipv6/address/add address=2001:db8:ff::1/64 interface=@out advertise=no',
  '/ip/arp/add address=10.0.3.2 interface=@out mac-address=02:00:00:00:03:02',
  '/ip/arp/add address=10.0.2.2 interface=@in mac-address=02:00:00:00:02:02',
  '/interface/bridge/host/add bridge=bridge interface=@right mac-address=02:00:00:00:03:02 vid=3',
  '/interface/bridge/host/add bridge=bridge interface=@left mac-address=02:00:00:00:02:02 vid=2',
);

const flags = oneOf(
  '/interface/ethernet/switch/set 0 l3-hw-offloading=no',
  '/interface/ethernet/switch/port/set @left l3-hw-offloading=no',
  '/interface/ethernet/switch/port/set @left l3-hw-offloading=no',
  '/interface/ethernet/switch/port/set @right l3-hw-offloading=no',
  '/interface/ethernet/switch/port/set @right l3-hw-offloading=no',
  '/interface/ethernet/switch/port/set @spare l3-hw-offloading=no',
  '/interface/vlan/set [find vlan-id=2] l3-hw-offloading=no',
  '/interface/vlan/set [find vlan-id=3] l3-hw-offloading=no',
  '/interface/ethernet/switch/l3hw-settings/set fasttrack-hw=no',
  '/interface/ethernet/switch/l3hw-settings/set icmp-reply-on-error=no',
  '/interface/ethernet/switch/l3hw-settings/set autorestart=yes',
);

/** The manual leaves these open, so that nothing can be said: not too often. */
const uncertain = oneOf(
  '/interface/vlan/set [find vlan-id=3] arp=reply-only',
  '/interface/bonding/set [find] mode=active-backup',
  '/interface/ethernet/switch/rule/add switch=switch1 ports=@left mac-protocol=ip protocol=tcp new-dst-ports=@spare',
  '/interface/ethernet/switch/port-isolation/set @left forwarding-override=@right',
);

export const wiring: fc.Arbitrary<string> = weighted(
  [6, bridges],
  [6, bridgePorts],
  [6, vlans],
  [7, ports],
  [5, addresses],
  [20, flags],
  [1, uncertain],
);
