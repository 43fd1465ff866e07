// How the restrictions of the group `cpu-l2` are known.

import { documented, type EvidenceTable, inferred } from './grades.ts';

export const cpuL2Evidence = {
  'cpu-l2/bridge-hw-lost': [
    documented(
      'routeros/bridge#bridge-hardware-offloading',
      'features that are not marked for a chip disable offloading',
    ),
  ],
  'cpu-l2/crs1xx2xx-cpu-port-missing': [
    documented('routeros/crs1xx-2xx-examples', 'rows of routed VLANs list the CPU port'),
    documented(
      'routeros/switch-chips#management-access-configuration',
      'access over a VLAN needs the CPU port in its row',
    ),
  ],
  'cpu-l2/igmp-double-tag-88e6xxx': [
    documented(
      'routeros/bridge#bridge-hardware-offloading',
      'double-tagged DHCP and IGMP packets may be processed incorrectly',
    ),
  ],
  'cpu-l2/no-l2hw-chip': [
    documented(
      'routeros/bridge#bridge-hardware-offloading',
      'no bridge feature is marked as offloaded for these chips',
    ),
  ],
  'cpu-l2/no-l3hw-but-acl': [
    documented(
      'routeros/switch-chips#rule-table',
      'the number of rules depends on the conditions; IPv4 and IPv6 do not mix',
    ),
  ],
  'cpu-l2/rb450gx4-two-vlan-models': [
    documented('routeros/switch-chips#vlan-table', 'the VLANs of this chip are configured in the switch menu'),
    documented(
      'routeros/layer2-misconfiguration#bridge-vlan-filtering-without-hardware-offloading',
      'each kind of switch has one way to configure VLANs in hardware',
    ),
  ],
  'cpu-l2/rb5009-vlan-acl': [
    documented('routeros/switch-chips#rule-table', '`vlan-header` and `new-vlan-id` also require `vlan-filtering=yes`'),
  ],
  'cpu-l2/vlan-in-bridge-with-physical': [
    documented(
      'routeros/layer2-misconfiguration#vlan-in-a-bridge-with-a-physical-interface',
      'a VLAN interface and a port in one bridge violate the spanning tree standard',
    ),
  ],
  'cpu-l2/vlan-over-bridge-tunnel-style': [
    documented(
      'routeros/layer2-misconfiguration#bridged-vlan-on-physical-interfaces',
      'bridged VLAN interfaces of several ports cause loops that spanning tree does not see',
    ),
  ],
  'cpu-l2/wan-port-in-switch-domain': [
    inferred('routeros/switch-chips', 'a switch chip is connected to the CPU by its CPU port'),
  ],
} as const satisfies EvidenceTable;
