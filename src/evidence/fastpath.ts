// How the restrictions of the group `fastpath` are known.

import { documented, type EvidenceTable, inferred } from './grades.ts';

export const fastpathEvidence = {
  'fastpath/fp-bridge-conditions': [
    documented('routeros/packet-flow#fast-path', 'the manual lists the conditions of bridge FastPath'),
    documented('routeros/packet-flow#fasttrack', 'FastTrack over a bridge needs bridge FastPath'),
  ],
  'fastpath/fp-conntrack-active': [
    documented('routeros/packet-flow#fast-path', 'FastPath needs connection tracking to be inactive'),
    documented('routeros/connection-tracking', '`auto` tracks connections once there is a firewall rule'),
  ],
  'fastpath/fp-disabled': [
    documented('routeros/packet-flow#fasttrack', 'FastTrack needs FastPath to be enabled in the IP settings'),
  ],
  'fastpath/fp-driver-chr': [documented('routeros/chr', 'vmxnet3 and virtio are the drivers that support FastPath')],
  'fastpath/fp-firewall-rules': [
    documented('routeros/packet-flow#fast-path', 'FastPath needs a firewall without rules'),
  ],
  'fastpath/fp-ft-exclusive': [
    documented('routeros/connection-tracking', 'tracked connections take FastTrack in place of FastPath'),
    documented('routeros/packet-flow#fast-path', 'FastTrack packets go the fast way whatever stops FastPath'),
  ],
  'fastpath/fp-hotspot': [documented('routeros/packet-flow#fast-path', 'FastPath needs a HotSpot without interfaces')],
  'fastpath/fp-iface-unsupported-rx': [
    documented('routeros/packet-flow#fast-path', 'the manual lists the interfaces that support FastPath'),
    inferred('routeros/packet-flow#fast-path', 'interfaces that are not listed do not support it'),
  ],
  'fastpath/fp-iface-unsupported-tx': [
    documented('routeros/packet-flow#fast-path', 'bonding interfaces support FastPath for reception only'),
    documented('routeros/packet-flow#fast-path', 'a packet can change from FastPath to the slow path, not back'),
  ],
  'fastpath/fp-interface-queue': [
    documented('routeros/packet-flow#fast-path', 'only-hardware-queue alone guarantees FastPath'),
  ],
  'fastpath/fp-ipsec': [documented('routeros/packet-flow#fast-path', 'FastPath needs IPsec without policies')],
  'fastpath/fp-ipv6-trafficflow': [
    documented('changelog/7.21.5', 'IPv6 FastPath is no longer disabled by Traffic-Flow'),
  ],
  'fastpath/fp-ipv6-version': [documented('schema/restraml', '`/ipv6/settings` has `allow-fast-path` from 7.18 on')],
  'fastpath/fp-mac-ip-scan': [
    documented('routeros/packet-flow#fasttrack', 'FastPath and FastTrack need mac-scan and ip-scan not to be in use'),
    inferred('routeros/packet-flow#fasttrack', 'a scan that a script starts is no different'),
  ],
  'fastpath/fp-mesh': [
    documented('routeros/packet-flow#fasttrack', 'FastPath and FastTrack need a device without mesh interfaces'),
  ],
  'fastpath/fp-mpls': [
    documented('routeros/packet-flow#fast-path', 'MPLS FastPath applies to switched labels and to VPLS endpoints'),
    documented('routeros/cli', '`/mpls/settings` allows or forbids it'),
  ],
  'fastpath/fp-openflow': [
    documented('routeros/openflow', 'OpenFlow has FastPath only where no flow goes to another table'),
  ],
  'fastpath/fp-priority-tagged': [
    documented('routeros/packet-flow#fast-path', 'FastPath of a filtering bridge leaves out frames with VLAN 0'),
  ],
  'fastpath/fp-simple-queue-or-global-tree': [
    documented('routeros/packet-flow#fast-path', 'FastPath needs no simple queue and no global queue tree'),
  ],
  'fastpath/fp-sniffer-torch': [
    documented('routeros/packet-flow#fasttrack', 'FastPath and FastTrack need sniffer and torch not to run'),
  ],
  'fastpath/fp-traffic-flow-ipv4': [
    documented('routeros/packet-flow#fasttrack', 'FastTrack packets bypass Traffic-Flow'),
  ],
  'fastpath/fp-tree-on-interface': [
    documented('routeros/packet-flow#fast-path', 'only simple queues and global trees are listed as stopping FastPath'),
    documented('routeros/queues', 'a software queue takes the place of the hardware queues'),
  ],
  'fastpath/fp-tunnel-allow': [
    documented('routeros/packet-flow#fast-path', 'tunnels have a FastPath setting of their own'),
  ],
  'fastpath/fp-tunnel-bypass': [
    documented(
      'routeros/packet-flow#fast-path',
      'tunnel FastPath bypasses firewall, connection tracking, queues, IPsec and VRF',
    ),
  ],
  'fastpath/fp-tunnel-fragments': [
    documented('routeros/packet-flow#fast-path', 'fragments cannot be received on FastPath'),
    documented('routeros/vxlan', 'fragmented packets take the slow path'),
  ],
  'fastpath/fp-vrf': [documented('routeros/packet-flow#fast-path', 'FastPath needs the list of VRFs to be empty')],
  'fastpath/fp-vxlan-vrf': [documented('routeros/vxlan', 'FastPath is disabled for a VXLAN interface that uses a VRF')],
  'fastpath/route-cache-v6-only': [
    documented('schema/restraml', 'the setting exists up to 7.12'),
    documented('routeros/packet-flow#fasttrack', 'the condition of the route cache does not apply to RouterOS 7'),
  ],
} as const satisfies EvidenceTable;
