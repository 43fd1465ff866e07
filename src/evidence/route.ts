// How the restrictions of the group `route` are known.

import { documented, type EvidenceTable, inferred, reported } from './grades.ts';

export const routeEvidence = {
  'route/advanced-l3hw-tampered': [
    documented('routeros/l3hw#advanced-settings', 'wrong advanced settings may break L3 offloading'),
  ],
  'route/arp-mode-nonlearning': [
    documented('routeros/arp', 'these modes do not add dynamic entries'),
    inferred('routeros/l3hw#l3hw-feature-support', 'the chip holds hosts that the ARP table has'),
  ],
  'route/arp-proxy-modes': [documented('routeros/arp', 'the router answers ARP requests for hosts of other ports')],
  'route/bgp-feed-without-suppress': [
    documented('routeros/l3hw#l3hw-device-support', 'the sizes are smaller than the table of the Internet'),
    inferred('routeros/l3hw#partial-offloading', 'an overflow hits prefixes by their length, not by their traffic'),
  ],
  'route/broadcast-multicast-local-cpu': [
    documented('routeros/packet-flow', 'packets for a local address take the input path'),
  ],
  'route/connected-host-no-fdb': [
    inferred('field/crs326-l3hw-2024', 'behind a bridge the chip seems to need the port of the MAC address besides'),
    reported('field/crs326-l3hw-2024', 'one-way traffic to a silent receiver stayed on the CPU'),
  ],
  'route/connected-host-unresolved': [
    documented(
      'routeros/l3hw#l3hw-feature-support',
      'the CPU resolves the first packet to a connected host, then an entry for the host is added',
    ),
  ],
  'route/dhcpv6-pd-route-stuck': [reported('forum/version-reports', 'one report with 7.17')],
  'route/ecmp-hash-policy': [
    documented('schema/restraml', 'the setting exists from 7.16 on'),
    inferred('routeros/l3hw', 'no page connects it with hardware routing'),
  ],
  'route/ecmp-mixed-nexthops': [inferred('routeros/l3hw#l3hw-feature-support', 'mixed groups are not mentioned')],
  'route/ecmp-over-limit': [
    documented(
      'routeros/l3hw#l3hw-device-support',
      'a footnote of the manual gives the number of paths where one is published',
    ),
  ],
  'route/fdb-host-capacity': [
    documented('routeros/l3hw#l3hw-device-support', 'hosts and /32 routes lie in the forwarding database'),
    inferred('routeros/l3hw#l3hw-device-support', 'what does not fit goes through the CPU'),
  ],
  'route/icmp-error-silent': [
    documented('routeros/l3hw#l3hw-settings', 'with the setting off, packets in error are dropped by the chip'),
  ],
  'route/icmp-error-to-cpu': [documented('routeros/l3hw#l3hw-settings', 'icmp-reply-on-error is on by default')],
  'route/ip-forward-off': [inferred('routeros/l3hw', 'no page connects the setting with the chip')],
  'route/ipv4-via-ipv6-nexthop': [
    documented(
      'routeros/l3hw-2026-10#l3hw-feature-support',
      'IPv4 over IPv6 next hops is not available with L3 offloading',
    ),
  ],
  'route/ipv6-hw-memory': [
    documented('routeros/l3hw#l3hw-device-support', 'IPv4 and IPv6 tables share one memory'),
    documented('changelog/7.24.1', 'enabling IPv6 offloading was mended'),
  ],
  'route/ipv6-hw-off': [documented('routeros/l3hw#l3hw-settings', 'ipv6-hw is off by default')],
  'route/main-table-only': [documented('changelog/7.3', 'only the main routing table is offloaded')],
  'route/mangle-mark-routing-bypassed': [
    reported('forum/155752', 'MikroTik staff: packets to an offloaded prefix never enter the CPU'),
    inferred('routeros/l3hw#l3hw-feature-support', 'mangle belongs to the firewall, which the CPU applies'),
  ],
  'route/mpls-cpu': [documented('routeros/prestera', 'MPLS is not offloaded in RouterOS 7')],
  'route/multicast-routing-cpu': [
    documented('routeros/l3hw#l3hw-feature-support', 'multicast routing is listed as done by the CPU'),
  ],
  'route/neighbor-limit': [documented('routeros/cli', 'the default is 2048 to 16384 entries, by memory')],
  'route/neighbour-refresh-tuning': [
    documented('routeros/l3hw#advanced-settings', 'the manual gives the defaults and advises against changing them'),
  ],
  'route/no-default-route-gap': [
    documented(
      'routeros/l3hw#partial-offloading',
      'a full table fits with one next hop and a default route, a fraction of it without',
    ),
  ],
  'route/route-capacity-f2k': [
    documented('routeros/l3hw#partial-offloading', 'routes are offloaded by prefix length as far as the table reaches'),
  ],
  'route/route-capacity-lpm': [
    documented('routeros/l3hw#partial-offloading', 'the sizes are upper bounds; routes are offloaded by prefix length'),
  ],
  'route/route-gateway-on-software-iface': [
    documented(
      'routeros/l3hw#l3hw-feature-support',
      'Ethernet, bridge, VLAN, bond and VXLAN interfaces can be routed in hardware',
    ),
    inferred('routeros/l3hw#l3hw-feature-support', 'other kinds of interface are not listed'),
  ],
  'route/route-overflow-old': [
    documented('changelog/7.3', 'handling of a full route memory was improved'),
    documented('routeros/l3hw-2025', 'older versions do not handle an overflow'),
  ],
  'route/route-queue-starved': [
    documented('routeros/l3hw#advanced-settings', 'the limits decide when queued routes are written to the chip'),
  ],
  'route/route-via-interface-gateway': [
    documented(
      'routeros/l3hw#l3hw-feature-support',
      'with an interface as gateway the CPU resolves each destination before the chip gets an entry for it',
    ),
  ],
  'route/routing-rule-bypassed': [
    documented('changelog/7.3', 'only the main routing table is offloaded'),
    inferred('forum/155752', 'packets to an offloaded prefix never enter the CPU, where the rules are'),
  ],
  'route/rp-filter-not-hw': [
    inferred('routeros/l3hw#l3hw-feature-support', 'reverse path filtering is not among the offloaded features'),
  ],
  'route/static-arp-on-bridge': [
    inferred('field/crs326-l3hw-2024', 'behind a bridge the chip seems to need the port of the MAC address besides'),
  ],
  'route/suppress-hw-offload-filter': [
    documented('routeros/l3hw#partial-offloading', 'routing filters can suppress offloading of dynamic routes'),
  ],
  'route/suppress-hw-offload-static': [
    documented('routeros/l3hw#partial-offloading', 'suppressed routes are processed by the CPU'),
  ],
  'route/suppress-leaks-to-covering-route': [
    inferred('routeros/l3hw#partial-offloading', 'longest prefix wins in the chip as well'),
  ],
  'route/traffic-flow-blind': [
    documented('routeros/l3hw#l3hw-feature-support', 'Traffic-Flow is not available for offloaded traffic'),
    documented('routeros/traffic-flow', 'it works on packets that the router forwards'),
  ],
  'route/triangular-route-in-lan': [
    inferred('routeros/connection-tracking', 'a connection of which one direction is missing is not tracked properly'),
  ],
  'route/tunnel-endpoint-cpu': [
    documented('routeros/l3hw#l3hw-feature-support', 'VXLAN is the only tunnel among the offloaded features'),
    inferred('routeros/l3hw#l3hw-feature-support', 'the others are not listed'),
  ],
  'route/vrf-before-7.24': [
    documented('changelog/7.24', 'VRF offloading was added'),
    documented('changelog/7.24.1', 'VRF offloading was mended for removed bonds'),
    reported('forum/211511', 'MikroTik staff: VRFs are processed by the CPU'),
    documented(
      'routeros/l3hw-2025',
      'packets of a VRF that enter at an offloaded port may be routed by the main table',
    ),
  ],
  'route/vrf-catchall-order': [
    documented('routeros/vrf', 'the entry for all interfaces has to stand at the end of the list'),
  ],
  'route/vrf-leak-via-cpu': [
    inferred('routeros/l3hw#hardware-offloaded-vrf', 'the way out is asked for, route leaking not mentioned'),
  ],
  'route/vrf-no-fasttrack-nat-vxlan': [
    documented('routeros/l3hw#hardware-offloaded-vrf', 'FastTrack and NAT in hardware are limited to the main VRF'),
    documented('routeros/vxlan', 'VXLAN in hardware is limited to the main VRF'),
  ],
  'route/vrf-on-slave-interface': [
    documented('routeros/l3hw#hardware-offloaded-vrf', 'VRF interfaces have to be master interfaces'),
  ],
  'route/vrf-table-cap': [
    documented('routeros/l3hw#hardware-offloaded-vrf', 'the manual gives the number of tables'),
    inferred('routeros/l3hw#hardware-offloaded-vrf', 'what is beyond it goes through the CPU'),
  ],
  'route/vrf-unsupported-chip': [
    documented('routeros/l3hw#l3hw-device-support', 'the feature set of the chip has no VRF tables'),
    documented(
      'routeros/l3hw-2025',
      'packets of a VRF that enter at an offloaded port may be routed by the main table',
    ),
  ],
} as const satisfies EvidenceTable;
