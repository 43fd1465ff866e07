// How the restrictions of the group `l2` are known.

import { documented, type EvidenceTable, inferred, reported } from './grades.ts';

export const l2Evidence = {
  'l2/arp-inspection-ipsg': [
    documented(
      'routeros/bridge#dhcp-snooping-binding-table',
      'the binding table is cleared whenever the bridge is changed',
    ),
    documented('changelog/7.24.5', 'the DHCP snooping binding table was disabled'),
  ],
  'l2/bond-active-backup-l3': [
    documented('routeros/bridge#bridge-hardware-offloading', 'active-backup is among the offloaded modes'),
    documented('routeros/l3hw#l3hw-feature-support', 'routing in hardware is listed for 802.3ad and balance-xor'),
  ],
  'l2/bond-foreign-slave': [
    inferred('routeros/bonding', 'hardware bonding is a function of one switch chip'),
    documented(
      'routeros/layer2-misconfiguration',
      'bonds of VLAN or tunnel interfaces are shown as a workaround in software',
    ),
  ],
  'l2/bond-hash-ignored': [
    documented(
      'routeros/bridge#bridge-hardware-offloading',
      'changing the transmit hash policy has no effect on offloaded bonds',
    ),
  ],
  'l2/bond-mixed-speed': [documented('routeros/bonding', '802.3ad needs one speed and duplex mode for all slaves')],
  'l2/bond-mode-sw': [
    documented('routeros/bridge#bridge-hardware-offloading', 'bonds in modes that are not listed are not offloaded'),
  ],
  'l2/bond-too-many-slaves': [documented('routeros/prestera#features', 'a hardware bond has up to eight member ports')],
  'l2/bp-horizon': [
    documented('routeros/bridge#bridge-hardware-offloading', 'a horizon disables offloading on every switch chip'),
    documented('routeros/layer2-misconfiguration#bridge-split-horizon-usage', 'split horizon is a software feature'),
  ],
  'l2/bp-hw-no': [
    documented('routeros/bridge#port-settings', '`hw` allows or forbids the offloading of a bridge port'),
  ],
  'l2/bridge-fast-path-off': [
    documented('routeros/bridge#bridge-settings', '`allow-fast-path` enables bridge FastPath globally'),
    documented('routeros/packet-flow#fasttrack', 'FastTrack over a bridge needs bridge FastPath'),
  ],
  'l2/bridge-filter-nat-rules': [
    documented('routeros/packet-flow#fast-path', 'bridge FastPath needs the bridge filter, NAT and Calea to be empty'),
    documented(
      'routeros/layer2-misconfiguration#packet-flow-with-hardware-offloading-and-mac-learning',
      'frames between hardware ports do not reach the CPU, and filter rules do not work on them',
    ),
  ],
  'l2/bridge-port-limit': [
    documented('routeros/bridge#port-settings', 'the limit is fixed; more ports may lead to unpredictable behaviour'),
  ],
  'l2/bridge-use-ip-firewall': [
    documented('routeros/packet-flow#fast-path', 'bridge FastPath needs `use-ip-firewall` to be off'),
    documented('routeros/packet-flow#fasttrack', 'FastTrack over a bridge needs bridge FastPath'),
  ],
  'l2/bv-merged-vlan-ids': [
    documented(
      'routeros/layer2-misconfiguration#vlan-filtering-with-simplified-bridge-vlan-table',
      'untagged ports are members of every VLAN of their row; before 7.15 ports with a pvid join rows by themselves',
    ),
  ],
  'l2/controller-bridge-extender': [documented('schema/restraml', 'the menus exist up to 7.17 and no longer in 7.18')],
  'l2/dhcp-snooping': [
    documented('routeros/packet-flow#how-fast-path-works', 'bridge FastPath needs DHCP snooping to be off'),
    documented('routeros/prestera#switch-rules-acl', 'snooping takes a dynamic switch rule'),
  ],
  'l2/dhcpv6-snooping': [
    documented('routeros/bridge#bridge-hardware-offloading', 'few chips are marked for DHCPv6 snooping'),
    inferred(
      'routeros/packet-flow#fast-path',
      'DHCP snooping stops bridge FastPath; DHCPv6 snooping works in the same way',
    ),
    reported('forum/version-reports', '7.23 drops fragmented IPv6 UDP packets with DHCPv6 snooping'),
  ],
  'l2/dot1x-acl': [
    documented('routeros/dot1x#dynamic-switch-rule-configuration', 'RADIUS can add dynamic switch rules'),
    documented('routeros/dot1x', 'assigned VLANs have an effect when the bridge filters VLANs'),
  ],
  'l2/ether-type-98dx3257': [
    documented(
      'routeros/bridge#vlan-tunneling-qinq',
      'one chip does not support VLAN filtering by 0x88a8 and 0x9100 on its Gigabit ports',
    ),
  ],
  'l2/ether-type-nonprestera': [
    documented(
      'routeros/bridge#bridge-hardware-offloading',
      'only the default ether-type is supported on chips that are not marked for more',
    ),
  ],
  'l2/fast-forward-with-hw': [
    documented('routeros/bridge#fast-forward', 'fast-forward is disabled while hardware offloading is on'),
  ],
  'l2/frame-types-open': [
    documented('routeros/bridge-vlan-table#background', 'a port is an untagged member of the VLAN of its pvid'),
  ],
  'l2/igmp-snooping-f2k': [
    documented('routeros/igmp-snooping', 'once a querier is seen, some chips stop all unknown multicast'),
  ],
  'l2/igmp-snooping-nonhw': [
    documented(
      'routeros/bridge#bridge-hardware-offloading',
      'IGMP snooping disables offloading on chips that are not marked for it',
    ),
  ],
  'l2/ingress-filtering-off': [
    documented(
      'routeros/bridge-vlan-table#background',
      'without ingress filtering a foreign VLAN is dropped at the egress port only',
    ),
  ],
  'l2/interface-htb-hw-out': [
    documented(
      'routeros/packet-flow#flow-of-hardware-offloaded-packet',
      'interface queues do not work correctly on an offloaded port without bridge FastPath',
    ),
  ],
  'l2/limit-unknown-multicast-f2k': [
    documented(
      'routeros/prestera#traffic-storm-control',
      'some chips cannot tell unknown multicast from all multicast',
    ),
  ],
  'l2/loop-protect-acl': [
    documented('routeros/prestera#switch-rules-acl', 'loop-protect can create dynamic switch rules'),
  ],
  'l2/mac-or-protocol-vlan-cpu': [
    documented(
      'routeros/prestera#mac-based-vlan-configuration',
      'packets that go to the CPU get the pvid of the port instead of `new-vlan-id`',
    ),
  ],
  'l2/macsec-port': [
    documented('routeros/macsec', 'hardware-accelerated encryption is being rolled out on select products'),
    inferred('routeros/l3hw#l3hw-feature-support', 'MACsec interfaces are not among those that the chip routes'),
  ],
  'l2/macvlan-on-port': [
    inferred('routeros/l3hw#l3hw-feature-support', 'MACVLAN is not among the interfaces that the chip routes'),
  ],
  'l2/max-learned-entries': [
    documented(
      'routeros/bridge#bridge-settings',
      'beyond the limit the chip learns on, but the bridge does not list the hosts',
    ),
    inferred('field/crs326-l3hw-2024', 'hardware host entries need the MAC address in the host table of the bridge'),
  ],
  'l2/mirror-to-cpu': [
    documented('routeros/prestera#mirroring', '`cpu` as the target sends the copies to the CPU port of the chip'),
    documented(
      'routeros/layer2-misconfiguration#packet-flow-with-hardware-offloading-and-mac-learning',
      'packets that are sent to the CPU increase its load',
    ),
  ],
  'l2/mstp-nonhw': [
    documented(
      'routeros/bridge#bridge-hardware-offloading',
      'MSTP disables offloading on chips that are not marked for it',
    ),
  ],
  'l2/multi-chip-bridge': [
    documented(
      'routeros/layer2-misconfiguration#vlan-filtering-with-multiple-switch-chips',
      'packets between ports on different switch chips are processed by the CPU',
    ),
  ],
  'l2/multiple-hw-bridges': [
    documented(
      'routeros/layer2-misconfiguration#bridges-on-a-single-switch-chip',
      'a second bridge on the same chip is not offloaded',
    ),
  ],
  'l2/port-isolation-scope': [
    documented('routeros/prestera#port-isolation', 'ports cannot be isolated per VLAN'),
    inferred('routeros/prestera#port-isolation', 'nothing is said about packets that the chip routes'),
  ],
  'l2/protocol-mode-none-ppe': [
    documented(
      'routeros/bridge#bridge-hardware-offloading',
      'the manual advises against offloading on this chip, which `protocol-mode=none` switches on',
    ),
  ],
  'l2/pvid-without-vlan-filtering': [
    documented(
      'routeros/bridge#bridge-vlan-filtering',
      'these properties have an effect only when VLAN filtering is on',
    ),
  ],
  'l2/ra-guard': [
    documented('routeros/prestera#ra-guard', 'a dynamic switch rule redirects the packets to the CPU'),
    documented('routeros/bridge#bridge-hardware-offloading', 'few chips are marked for RA guard'),
  ],
  'l2/storm-egress-rate-10g-f2k': [
    documented('routeros/prestera#traffic-storm-control', 'egress and storm rates do not work correctly on slow links'),
  ],
  'l2/stp-blocking-hw': [
    documented('routeros/bridge#bridge-port-monitoring', 'alternate and backup ports do not forward'),
  ],
  'l2/switch-reset-on-change': [
    documented(
      'routeros/bridge#bridge-hardware-offloading',
      'snooping, VLAN filtering, L2MTU, flow control and others can reset the chip',
    ),
  ],
  'l2/tag-stacking-nonprestera': [
    documented(
      'routeros/bridge#bridge-hardware-offloading',
      '`tag-stacking=yes` disables offloading on chips that are not marked for it',
    ),
  ],
  'l2/tag-stacking-port-in-other-vlan': [
    documented('routeros/bridge#tag-stacking', 'with tag stacking the pvid is put on top of any tag'),
    inferred('routeros/bridge#tag-stacking', 'no frame of this port can then be in another VLAN'),
  ],
  'l2/vlan-filtering-nonhw': [
    documented(
      'routeros/bridge#bridge-hardware-offloading',
      'VLAN filtering disables offloading on chips that are not marked for it',
    ),
    documented(
      'routeros/layer2-misconfiguration#bridge-vlan-filtering-without-hardware-offloading',
      'the other chips have their VLANs in the switch menu',
    ),
  ],
  'l2/vlan-iface-as-bridge-port': [
    documented(
      'routeros/layer2-misconfiguration#bridged-vlan',
      'bridged VLAN interfaces send tagged BPDUs, and break spanning tree',
    ),
  ],
  'l2/vlan-translation-multiport': [
    documented(
      'routeros/prestera#ingress-vlan-translation',
      'translation between more than two ports can cause flooding or incorrect forwarding',
    ),
  ],
  'l2/vlan1-usage': [documented('routeros/vlan', 'VLAN ids 0, 1 and 4095 should not be used in generic setups')],
} as const satisfies EvidenceTable;
