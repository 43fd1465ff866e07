// Causes with the evidence for the behaviour behind them. A fact's own evidence goes first, where a fact decides.

import type { Evidence, Grade } from '../diagnostics/diagnostic.ts';
import { type Item, propertyValue } from '../model/config.ts';
import type { Placement } from '../model/placement.ts';
import type { Location } from '../source/location.ts';
import type { Cause } from './flow.ts';

/** A cause with the placement that it leads to. */
export interface Objection {
  readonly placement: Exclude<Placement, 'hardware'>;
  readonly cause: Cause;
}

export function objection(
  placement: Objection['placement'],
  code: CauseCode,
  text: string,
  at: Location | undefined,
  ...evidence: readonly Evidence[]
): Objection {
  return { placement, cause: cause(code, text, at, ...evidence) };
}

export function cause(
  code: CauseCode,
  text: string,
  at: Location | undefined,
  ...evidence: readonly Evidence[]
): Cause {
  const [grade, citation, claim]: Knowledge = knowledge[code];
  return { code, text, at, evidence: [...evidence, { grade, claim, citation }] };
}

/** The value of a property, or the item where it is left to its default. */
export function placeOf(item: Item | undefined, property?: string): Location | undefined {
  if (!item) return undefined;
  const set =
    property === undefined || propertyValue(item, property) === undefined ? undefined : item.properties.get(property);
  return set?.origin ?? item.origin;
}

type Knowledge = readonly [grade: Grade, citation: string, claim: string];

/** What is known about the behaviour behind each cause. */
const knowledge = {
  'l3hw/l3hw-unsupported-chip': [
    'documented',
    'routeros/l3hw#l3hw-device-support',
    'only the listed switch chips route in hardware',
  ],
  'l3hw/l3hw-switch-off': [
    'documented',
    'routeros/l3hw',
    'without the switch-wide setting all routing is done by the CPU',
  ],
  'l3hw/l3hw-port-off': ['documented', 'routeros/l3hw', 'with the setting off at both ports packets go to the CPU'],
  'l3hw/l3hw-egress-only-off': [
    'documented',
    'routeros/l3hw',
    'with the setting off at the egress port packets go to the CPU',
  ],
  'l3hw/l3hw-ingress-only-off': [
    'documented',
    'routeros/l3hw',
    'with the setting off at the ingress port alone packets may still be routed past the CPU and its firewall',
  ],
  'l3hw/bond-slave-l3hw-mismatch': ['inferred', 'routeros/l3hw', 'the setting exists for physical ports only'],
  'l3hw/l3hw-vlan-off': ['documented', 'routeros/l3hw', 'a VLAN excluded at either side sends its packets to the CPU'],
  'l3hw/l3hw-port-off-poisons-vlan': [
    'documented',
    'routeros/l3hw',
    'a VLAN is offloaded only while every member port has the setting on',
  ],
  'l3hw/vlan-iface-on-switch-port': [
    'documented',
    'routeros/l3hw',
    'a VLAN interface on a switch port instead of the bridge may be offloaded past firewall and NAT',
  ],
  'l3hw/vlan-iface-on-bridge-slave': [
    'documented',
    'routeros/layer2-misconfiguration',
    'a VLAN interface on a bridge port never sees the tagged frames',
  ],
  'l3hw/ip-on-slave-interface': [
    'documented',
    'routeros/layer2-misconfiguration',
    'an address belongs to the bridge or bond, not to its port',
  ],
  'l3hw/vlan-filtering-off': ['documented', 'routeros/l3hw', 'routing between VLANs in hardware needs VLAN filtering'],
  'l3hw/bridge-not-tagged': ['documented', 'routeros/l3hw', 'the bridge has to be a member of a VLAN to route it'],
  'l3hw/qinq-routed': ['documented', 'routeros/l3hw', 'stacked VLANs are routed by the CPU'],
  'l3hw/service-tag-mismatch': [
    'documented',
    'routeros/bridge',
    'the bridge knows one tag type, the VLAN interface sends another',
  ],
  'l3hw/non-switch-port-in-l3hw': ['documented', 'routeros/l3hw', 'the chip routes only between its own ports'],
  'l3hw/software-port-in-hw-bridge': [
    'documented',
    'routeros/bridge',
    'the CPU bridges ports that are not on the chip',
  ],
  'l3hw/mac-range-dx2000-dx3000': [
    'documented',
    'routeros/l3hw',
    'MAC addresses of hardware-routed interfaces have to share their first five octets',
  ],
  'l3hw/vrrp-with-l3hw': ['documented', 'routeros/l3hw', 'VRRP cannot be combined with hardware routing'],
  'l3hw/mlag-with-l3hw': ['documented', 'routeros/l3hw', 'MLAG cannot be combined with hardware routing'],
  'l3hw/unknown-port-for-model': [
    'inferred',
    'routeros/ethernet',
    'a row for no port of the model sets an unknown port',
  ],
  'route/connected-host-unresolved': [
    'documented',
    'routeros/l3hw',
    'the first packet to a connected host goes to the CPU, which resolves it and then adds a hardware host entry',
  ],
  'route/connected-host-no-fdb': [
    'inferred',
    'field/crs326-l3hw-2024',
    'behind a bridge the chip also has to know the port of the MAC address',
  ],
  'route/arp-mode-nonlearning': ['documented', 'routeros/arp', 'in this mode hosts are not resolved'],
  'route/route-via-interface-gateway': [
    'documented',
    'routeros/l3hw',
    'with an interface as gateway every destination has to be resolved by itself',
  ],
  'route/route-gateway-on-software-iface': [
    'documented',
    'routeros/l3hw',
    'the chip routes to Ethernet, bridge, VLAN and bonding interfaces only',
  ],
  'route/suppress-hw-offload-static': ['documented', 'routeros/l3hw', 'suppressed routes are left to the CPU'],
  'route/routing-rule-bypassed': ['inferred', 'forum/155752', 'packets that the chip routes never reach the CPU'],
  'route/mangle-mark-routing-bypassed': [
    'inferred',
    'forum/155752',
    'packets that the chip routes never reach the CPU',
  ],
  'route/main-table-only': ['documented', 'changelog/7.3', 'only the main table is offloaded'],
  'route/vrf-unsupported-chip': [
    'documented',
    'routeros/l3hw-2025',
    'packets of a VRF may be routed through the main table',
  ],
  'route/vrf-before-7.24': ['reported', 'forum/211511', 'before 7.24 VRFs are not offloaded'],
  'route/vrf-leak-via-cpu': ['inferred', 'routeros/vrf', 'offload of routes between VRFs is not described'],
  'route/ecmp-over-limit': ['documented', 'routeros/l3hw', 'further paths of a route stay unused'],
  'route/ecmp-mixed-nexthops': [
    'inferred',
    'routeros/l3hw',
    'groups with next hops that are not offloaded are not described',
  ],
  'route/ipv6-hw-off': ['documented', 'routeros/l3hw', 'IPv6 is offloaded only when `ipv6-hw` is on'],
  'route/ipv4-via-ipv6-nexthop': [
    'documented',
    'routeros/l3hw-2026-10',
    'IPv4 routes through IPv6 next hops are not available',
  ],
  'route/route-capacity-f2k': [
    'documented',
    'routeros/l3hw#partial-offloading',
    'what does not fit is forwarded by the CPU, shorter prefixes first',
  ],
  'route/route-capacity-lpm': [
    'documented',
    'routeros/l3hw#partial-offloading',
    'what does not fit is forwarded by the CPU, shorter prefixes first',
  ],
  'route/broadcast-multicast-local-cpu': [
    'documented',
    'routeros/packet-flow',
    'packets for the device itself go to its CPU',
  ],
  'route/ip-forward-off': ['inferred', 'routeros/cli', 'whether the chip stops forwarding too is not described'],
  'route/tunnel-endpoint-cpu': [
    'inferred',
    'routeros/l3hw',
    'tunnels are not among the interfaces that the chip routes',
  ],
  'mtu/mtu-profile-limit': ['documented', 'routeros/l3hw', 'the chip has a fixed number of MTU profiles'],
  'mtu/routed-mtu-mismatch': [
    'documented',
    'routeros/l3hw',
    'packets larger than the egress MTU go to the CPU or are dropped',
  ],
  'l2/bp-hw-no': ['documented', 'routeros/bridge', '`hw=no` leaves a bridge port to the CPU'],
  'l2/bp-horizon': ['documented', 'routeros/bridge', 'a bridge port with a horizon is left to the CPU'],
  'l2/multiple-hw-bridges': [
    'documented',
    'routeros/l3hw',
    'several bridges on one chip are undefined with hardware routing',
  ],
  'l2/bond-mode-sw': ['documented', 'routeros/bridge', 'the chip switches only some bonding modes'],
  'l2/bond-active-backup-l3': [
    'documented',
    'routeros/l3hw',
    'the manual names two bonding modes for routing, three for switching',
  ],
  'l2/bond-foreign-slave': ['inferred', 'routeros/bonding', 'a chip bonds its own ports only'],
  'l2/port-isolation-scope': [
    'inferred',
    'routeros/prestera',
    'whether isolation applies to routed packets is not described',
  ],
  'l2/vlan-filtering-nonhw': [
    'documented',
    'routeros/bridge#bridge-hardware-offloading',
    'not every chip offloads VLAN filtering',
  ],
  'l2/mstp-nonhw': ['documented', 'routeros/bridge#bridge-hardware-offloading', 'not every chip offloads MSTP'],
  'l2/igmp-snooping-nonhw': [
    'documented',
    'routeros/bridge#bridge-hardware-offloading',
    'not every chip offloads IGMP snooping',
  ],
  'l2/dhcp-snooping': [
    'documented',
    'routeros/bridge#bridge-hardware-offloading',
    'not every chip offloads DHCP snooping',
  ],
  'cpu-l2/no-l2hw-chip': ['documented', 'routeros/bridge#bridge-hardware-offloading', 'the chip has no bridge offload'],
  'acl/acl-redirect-to-cpu': ['documented', 'routeros/l3hw', 'redirected packets meet the firewall of the CPU'],
  'acl/acl-new-vrf-f2k': ['documented', 'routeros/l3hw', 'chips without VRFs send such packets to the CPU'],
  'acl/acl-redirect-is-l2': ['inferred', 'routeros/prestera', 'a rule that picks the egress port does not route'],
  'acl/acl-capacity': ['inferred', 'routeros/prestera', 'rules beyond the table are not installed'],
  'acl/acl-vlan-match-inert': [
    'documented',
    'routeros/prestera',
    'VLAN matchers need VLAN filtering and hardware offloading',
  ],
  'acl/acl-vlan-match-untagged': [
    'inferred',
    'routeros/prestera',
    'whether `vlan-id` matches untagged frames is not described',
  ],
  'acl/acl-rate-policer': ['documented', 'routeros/prestera', '`rate` limits what the rule matches'],
  'flow/undecided': ['inferred', 'routeros/packet-flow', 'the matcher asks for something that the flow does not say'],
  'firewall/firewall-bypassed-by-l3hw': [
    'documented',
    'routeros/l3hw',
    'packets that the chip routes do not meet the firewall',
  ],
  'firewall/ipv6-firewall-bypassed': [
    'inferred',
    'routeros/l3hw',
    'packets that the chip routes do not meet the firewall',
  ],
  'firewall/nat-bypassed-by-l3hw': ['documented', 'routeros/l3hw', 'packets that the chip routes are not translated'],
  'firewall/raw-bypassed-by-l3hw': ['inferred', 'forum/155752', 'packets that the chip routes never reach the CPU'],
  'firewall/mangle-bypassed-by-l3hw': ['inferred', 'forum/155752', 'packets that the chip routes never reach the CPU'],
  'firewall/hw-flow-queue-bypass': ['inferred', 'forum/155752', 'packets that the chip routes never reach the CPU'],
  'firewall/mangle-on-no-fasttrack-hw': [
    'documented',
    'routeros/l3hw',
    'the chip does not forward FastTrack connections',
  ],
  'firewall/fasttrack-hw-unsupported': [
    'documented',
    'routeros/l3hw',
    'the chip does not forward FastTrack connections',
  ],
  'firewall/fasttrack-hw-disabled': [
    'documented',
    'routeros/l3hw',
    '`fasttrack-hw` decides whether the chip takes connections',
  ],
  'firewall/fasttrack-rule-hw-offload-no': [
    'documented',
    'routeros/l3hw',
    '`hw-offload=no` leaves connections to the CPU',
  ],
  'firewall/fasttrack-rule-in-mangle': ['documented', 'routeros/cli', 'only the filter table has `hw-offload`'],
  'firewall/fasttrack-missing': ['documented', 'routeros/packet-flow', 'only a rule makes connections FastTrack'],
  'firewall/fasttrack-after-accept': [
    'documented',
    'routeros/packet-flow',
    'the first rule that accepts ends the chain',
  ],
  'firewall/fasttrack-needs-reply': [
    'documented',
    'routeros/cli',
    'a connection is `new` until packets were seen in both directions',
  ],
  'firewall/fasttrack-l4-limit': ['documented', 'routeros/packet-flow', 'FastTrack takes TCP and UDP only'],
  'firewall/fasttrack-ipv6-hw': ['documented', 'routeros/l3hw', 'hardware takes IPv4 FastTrack connections only'],
  'firewall/fasttrack-bridge-fp-off': [
    'documented',
    'routeros/packet-flow',
    'FastTrack over a bridge needs bridge FastPath',
  ],
  'firewall/fasttrack-pbr-misroute': ['documented', 'routeros/packet-flow', 'FastTrack looks up the main table alone'],
  'firewall/notrack-no-fasttrack': [
    'documented',
    'routeros/connection-tracking',
    'FastTrack needs connection tracking',
  ],
  'firewall/conntrack-asymmetric': [
    'documented',
    'routeros/connection-tracking',
    'tracking needs both directions of a connection',
  ],
  'fastpath/fp-disabled': ['documented', 'routeros/packet-flow', '`allow-fast-path=no` stops FastPath and FastTrack'],
  'fastpath/fp-firewall-rules': ['documented', 'routeros/packet-flow', 'any firewall rule stops IP FastPath'],
  'fastpath/fp-conntrack-active': ['documented', 'routeros/packet-flow', 'connection tracking stops IP FastPath'],
  'fastpath/fp-simple-queue-or-global-tree': [
    'documented',
    'routeros/packet-flow',
    'simple queues and global queue trees stop IP FastPath',
  ],
  'fastpath/fp-vrf': ['documented', 'routeros/packet-flow', 'a VRF stops IP FastPath'],
  'fastpath/fp-hotspot': ['documented', 'routeros/packet-flow', 'HotSpot stops IP FastPath'],
  'fastpath/fp-ipsec': ['documented', 'routeros/packet-flow', 'IPsec policies stop IP FastPath'],
  'fastpath/fp-mesh': ['documented', 'routeros/packet-flow', 'mesh interfaces stop FastPath'],
  'fastpath/fp-ipv6-version': ['documented', 'schema/restraml', 'IPv6 has FastPath from 7.18 on'],
  'fastpath/fp-ipv6-trafficflow': ['documented', 'changelog/7.21.5', 'before 7.21.5 Traffic-Flow stops IPv6 FastPath'],
  'fastpath/fp-iface-unsupported-rx': [
    'documented',
    'routeros/packet-flow',
    'only some interface types receive on FastPath',
  ],
  'offload/unmodelled-property': ['inferred', 'routeros/cli', 'rosc does not model this setting'],
  'flow/unknown-fact': ['inferred', 'routeros/l3hw', 'nobody has recorded this about the chip'],
  'flow/denied': ['documented', 'routeros/prestera', 'the first matching rule decides'],
  'flow/denied-by-firewall': ['documented', 'routeros/packet-flow', 'the first matching rule decides'],
  'flow/blackhole': ['documented', 'routeros/l3hw', 'blackhole routes drop, in hardware too'],
  'flow/no-route': ['documented', 'routeros/routing-decision', 'packets without a route are not forwarded'],
  'flow/no-port': ['documented', 'routeros/bridge', 'an interface without a port that is up carries nothing'],
  'flow/split': ['documented', 'routeros/prestera', 'different parts of the flow go different ways'],
  'flow/translated': ['documented', 'routeros/packet-flow', 'NAT is done by the CPU, connection by connection'],
} as const satisfies Record<string, Knowledge>;

export type CauseCode = keyof typeof knowledge;
