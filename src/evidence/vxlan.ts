// How the restrictions of the group `vxlan` are known.

import { documented, type EvidenceTable } from './grades.ts';

export const vxlanEvidence = {
  'vxlan/vxlan-checksum-ignored': [
    documented('routeros/vxlan', 'with offloading `checksum` and `rem-csum` are ignored'),
  ],
  'vxlan/vxlan-df-disabled': [
    documented('routeros/vxlan', '`disabled` switches hardware offloading off; `auto` means `enabled` on such devices'),
  ],
  'vxlan/vxlan-hw-off': [documented('routeros/vxlan', '`hw` allows or forbids the offloading of the interface')],
  'vxlan/vxlan-igmp-snooping': [
    documented('routeros/vxlan#hardware-offloaded-vxlan', 'bridged VXLAN interfaces do not support IGMP snooping'),
  ],
  'vxlan/vxlan-in-vrf': [documented('routeros/vxlan', 'a VRF other than main disables hardware offloading')],
  'vxlan/vxlan-ipv6-underlay': [
    documented('routeros/vxlan#hardware-offloaded-vxlan', 'VTEPs with IPv6 are not supported'),
  ],
  'vxlan/vxlan-mlag': [
    documented('routeros/vxlan#hardware-offloaded-vxlan', 'bridged VXLAN interfaces are not supported by MLAG'),
  ],
  'vxlan/vxlan-multicast-underlay': [
    documented('routeros/vxlan', '`group` and `interface` disable hardware offloading'),
  ],
  'vxlan/vxlan-no-horizon': [
    documented('routeros/vxlan#hardware-offloaded-vxlan', 'VTEPs are isolated, and there is no control over a horizon'),
  ],
  'vxlan/vxlan-not-bridged-hw': [
    documented(
      'routeros/vxlan#hardware-offloaded-vxlan',
      'the offloaded data plane maps VLANs of a vlan-filtering bridge to VNIs',
    ),
  ],
  'vxlan/vxlan-oversize-drop': [
    documented('routeros/vxlan', 'VXLAN adds 50 bytes, and offloaded packets are not fragmented'),
    documented('routeros/l3hw#monitor', 'packets over the MTU of the interface are dropped and counted'),
  ],
  'vxlan/vxlan-tagged-overlay': [documented('changelog/7.24', 'tagged traffic inside of hardware VXLAN was added')],
  'vxlan/vxlan-underlay-ecmp': [
    documented('routeros/vxlan#hardware-offloaded-vxlan', 'VTEPs over ECMP are not supported'),
  ],
  'vxlan/vxlan-underlay-not-plain-ethernet': [
    documented(
      'routeros/vxlan#hardware-offloaded-vxlan',
      'VTEPs behind bond, bridge and VLAN interfaces are not supported',
    ),
  ],
  'vxlan/vxlan-unsupported': [
    documented('routeros/vxlan#hardware-offloaded-vxlan', 'VXLAN in hardware begins with RouterOS 7.18'),
  ],
  'vxlan/vxlan-vni-routing': [
    documented('routeros/vxlan#hardware-offloaded-vxlan', 'routing between different VXLAN VNIs is not supported'),
  ],
} as const satisfies EvidenceTable;
