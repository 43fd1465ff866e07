// How the restrictions of the group `l3hw` are known.

import { documented, type EvidenceTable, inferred, reported } from './grades.ts';

export const l3hwEvidence = {
  'l3hw/bond-slave-l3hw-mismatch': [
    inferred(
      'routeros/l3hw#switch-port-configuration',
      'the flag is a property of physical ports; nothing is said about bonds',
    ),
  ],
  'l3hw/bridge-auto-mac-drift': [
    documented('routeros/bridge', 'auto-mac selects the MAC address of a port'),
    documented('routeros/l3hw#switch-configuration', 'MAC addresses are to be changed with L3 offloading off'),
  ],
  'l3hw/bridge-not-tagged': [
    documented(
      'routeros/l3hw#typical-misconfiguration',
      'the bridge has to be in the tagged list of each VLAN that it routes',
    ),
    documented(
      'routeros/bridge',
      'from 7.16 on a VLAN interface on a filtering bridge makes the bridge a tagged member',
    ),
  ],
  'l3hw/f7k-access-port-fdb-bug': [
    reported('forum/version-reports', 'one report: duplicate entries in VLAN 4098 on access ports'),
  ],
  'l3hw/ip-on-bridge-no-vlan-flag': [
    documented('routeros/l3hw#l3hw-feature-support', 'bridges are routed in hardware'),
    inferred('routeros/l3hw#per-vlan-offloading', 'the flag exists for VLAN interfaces only'),
  ],
  'l3hw/ip-on-slave-interface': [
    documented('routeros/layer2-misconfiguration', 'layer 3 on a slave interface is a misconfiguration'),
  ],
  'l3hw/l2-change-while-l3hw-on': [
    documented('routeros/l3hw#switch-configuration', 'layer 2 settings should be changed with L3 offloading off'),
  ],
  'l3hw/l3hw-all-ports-off': [
    documented('routeros/l3hw#switch-port-configuration', 'this mode leaves FastTrack connections alone to the chip'),
  ],
  'l3hw/l3hw-driver-failed': [
    documented('routeros/l3hw#l3hw-settings', 'autorestart, and what it does not cover'),
    documented('routeros/cli', 'the states that the monitor shows'),
  ],
  'l3hw/l3hw-egress-only-off': [
    documented(
      'routeros/l3hw-2026-10#switch-port-configuration',
      'with the flag off at the egress port, packets go through the CPU',
    ),
  ],
  'l3hw/l3hw-ingress-only-off': [
    documented(
      'routeros/l3hw-2026-10#switch-port-configuration',
      'with the flag off at the ingress port alone, packets may still be routed by the chip',
    ),
    documented(
      'routeros/l3hw-2025#switch-port-configuration',
      'older editions of the manual said that either side is enough',
    ),
  ],
  'l3hw/l3hw-interface-list-drift': [
    documented('routeros/l3hw#interface-lists', 'flags have to be set again whenever a list changes'),
  ],
  'l3hw/l3hw-mixed-vlan-port': [
    documented('routeros/l3hw#per-vlan-offloading', 'a port with VLANs of both kinds has to have L3HW on'),
  ],
  'l3hw/l3hw-package-missing': [documented('routeros/packages', 'the package drives the chip')],
  'l3hw/l3hw-port-off': [
    documented(
      'routeros/l3hw#switch-port-configuration',
      'the flag of a port decides whether routed packets may stay in the chip',
    ),
  ],
  'l3hw/l3hw-port-off-poisons-vlan': [
    documented('routeros/l3hw#per-vlan-offloading', 'a VLAN interface is offloaded when all of its ports have L3HW on'),
    inferred('routeros/l3hw#per-vlan-offloading', 'without that flag no flow of the VLAN is routed in hardware'),
  ],
  'l3hw/l3hw-property-non-prestera': [
    documented('routeros/l3hw#l3hw-device-support', 'the manual lists the devices that have the feature'),
    reported('forum/213269', 'exports of other devices do not have the property'),
  ],
  'l3hw/l3hw-stale-after-toggle': [
    documented(
      'routeros/l3hw#switch-port-configuration',
      'existing connections are not affected by a change of the flag',
    ),
  ],
  'l3hw/l3hw-switch-off': [
    documented('routeros/l3hw#switch-configuration', 'L3 hardware offloading is a property of the switch'),
  ],
  'l3hw/l3hw-unsupported-chip': [
    documented('routeros/l3hw#l3hw-device-support', 'the manual lists the chips that route'),
  ],
  'l3hw/l3hw-vlan-flag-too-old': [
    documented('schema/restraml', 'the property is absent in 7.20.8 and present in 7.21.5'),
  ],
  'l3hw/l3hw-vlan-off': [
    documented(
      'routeros/l3hw#per-vlan-offloading',
      'both the ingress and the egress VLAN have to be offloaded, or the CPU gets the packets',
    ),
  ],
  'l3hw/mac-range-dx2000-dx3000': [
    documented(
      'routeros/l3hw#l3hw-mac-address-range-limitation-dx2000dx3000-series-only',
      'MAC addresses of routed interfaces share their first five octets',
    ),
  ],
  'l3hw/mac-telnet-dropped': [
    documented('routeros/l3hw#mac-telnet', 'the manual gives a redirect rule for UDP port 20561 as the remedy'),
  ],
  'l3hw/mlag-mvrp': [documented('routeros/mlag', 'MVRP is not synchronised between peers')],
  'l3hw/mlag-with-l3hw': [
    documented('routeros/l3hw#l3hw-feature-support', 'MLAG is not available together with L3 hardware offloading'),
    documented('routeros/mlag', 'MLAG is incompatible with L3 hardware offloading'),
  ],
  'l3hw/non-switch-port-in-l3hw': [
    documented(
      'routeros/l3hw#typical-misconfiguration',
      'ports that are not part of the switch must not take part in the offloaded bridge',
    ),
  ],
  'l3hw/qinq-routed': [
    documented('routeros/l3hw#l3hw-feature-support', 'stacked VLANs are listed as forwarded by the CPU'),
  ],
  'l3hw/romon-dropped': [
    documented('routeros/l3hw-2025', 'RoMON does not work with L3 hardware offloading on these chips'),
    documented('routeros/romon', 'from 7.17 on switch rules that redirect RoMON are added automatically'),
  ],
  'l3hw/service-tag-mismatch': [
    documented('routeros/bridge#bridge-vlan-filtering', 'the ether-type of the bridge decides which tags it filters'),
  ],
  'l3hw/software-port-in-hw-bridge': [
    documented(
      'routeros/bridge#bridge-hardware-offloading',
      'traffic between hardware and software ports needs the bridge as a member of the VLAN',
    ),
  ],
  'l3hw/vlan-filtering-off': [
    documented('routeros/l3hw#inter-vlan-routing', 'VLAN routing in hardware needs a bridge with VLAN filtering'),
  ],
  'l3hw/vlan-iface-on-bridge-slave': [
    documented(
      'routeros/layer2-misconfiguration#vlan-interface-on-a-slave-interface',
      'a VLAN interface on a bridge port does not get the frames',
    ),
  ],
  'l3hw/vlan-iface-on-switch-port': [
    documented(
      'routeros/l3hw#typical-misconfiguration',
      'VLAN interfaces on switch ports or bonds are the first misconfiguration that the manual names',
    ),
  ],
  'l3hw/vrrp-with-l3hw': [
    documented('routeros/l3hw#l3hw-feature-support', 'VRRP is not available together with L3 hardware offloading'),
  ],
} as const satisfies EvidenceTable;
