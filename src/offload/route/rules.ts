// The rules about routes, neighbours, tables and policy routing.

import type { Rule } from '../rule.ts';
import { advancedL3hwTampered } from './advanced-l3hw-tampered.ts';
import { arpModeNonlearning } from './arp-mode-nonlearning.ts';
import { arpProxyModes } from './arp-proxy-modes.ts';
import { bgpFeedWithoutSuppress } from './bgp-feed-without-suppress.ts';
import { broadcastMulticastLocalCpu } from './broadcast-multicast-local-cpu.ts';
import { connectedHostNoFdb } from './connected-host-no-fdb.ts';
import { connectedHostUnresolved } from './connected-host-unresolved.ts';
import { dhcpv6PdRouteStuck } from './dhcpv6-pd-route-stuck.ts';
import { ecmpHashPolicy } from './ecmp-hash-policy.ts';
import { ecmpMixedNexthops } from './ecmp-mixed-nexthops.ts';
import { ecmpOverLimit } from './ecmp-over-limit.ts';
import { fdbHostCapacity } from './fdb-host-capacity.ts';
import { icmpErrorSilent } from './icmp-error-silent.ts';
import { icmpErrorToCpu } from './icmp-error-to-cpu.ts';
import { ipForwardOff } from './ip-forward-off.ts';
import { ipv4ViaIpv6Nexthop } from './ipv4-via-ipv6-nexthop.ts';
import { ipv6HwMemory } from './ipv6-hw-memory.ts';
import { ipv6HwOff } from './ipv6-hw-off.ts';
import { mainTableOnly } from './main-table-only.ts';
import { mangleMarkRoutingBypassed } from './mangle-mark-routing-bypassed.ts';
import { mplsCpu } from './mpls-cpu.ts';
import { multicastRoutingCpu } from './multicast-routing-cpu.ts';
import { neighborLimit } from './neighbor-limit.ts';
import { neighbourRefreshTuning } from './neighbour-refresh-tuning.ts';
import { noDefaultRouteGap } from './no-default-route-gap.ts';
import { routeCapacityF2k } from './route-capacity-f2k.ts';
import { routeCapacityLpm } from './route-capacity-lpm.ts';
import { routeGatewayOnSoftwareIface } from './route-gateway-on-software-iface.ts';
import { routeOverflowOld } from './route-overflow-old.ts';
import { routeQueueStarved } from './route-queue-starved.ts';
import { routeViaInterfaceGateway } from './route-via-interface-gateway.ts';
import { routingRuleBypassed } from './routing-rule-bypassed.ts';
import { rpFilterNotHw } from './rp-filter-not-hw.ts';
import { staticArpOnBridge } from './static-arp-on-bridge.ts';
import { suppressHwOffloadFilter } from './suppress-hw-offload-filter.ts';
import { suppressHwOffloadStatic } from './suppress-hw-offload-static.ts';
import { suppressLeaksToCoveringRoute } from './suppress-leaks-to-covering-route.ts';
import { trafficFlowBlind } from './traffic-flow-blind.ts';
import { triangularRouteInLan } from './triangular-route-in-lan.ts';
import { tunnelEndpointCpu } from './tunnel-endpoint-cpu.ts';
import { vrfBefore724 } from './vrf-before-7.24.ts';
import { vrfCatchallOrder } from './vrf-catchall-order.ts';
import { vrfLeakViaCpu } from './vrf-leak-via-cpu.ts';
import { vrfNoFasttrackNatVxlan } from './vrf-no-fasttrack-nat-vxlan.ts';
import { vrfOnSlaveInterface } from './vrf-on-slave-interface.ts';
import { vrfTableCap } from './vrf-table-cap.ts';
import { vrfUnsupportedChip } from './vrf-unsupported-chip.ts';

export const routeRules: readonly Rule[] = [
  advancedL3hwTampered,
  arpModeNonlearning,
  arpProxyModes,
  bgpFeedWithoutSuppress,
  broadcastMulticastLocalCpu,
  connectedHostNoFdb,
  connectedHostUnresolved,
  dhcpv6PdRouteStuck,
  ecmpHashPolicy,
  ecmpMixedNexthops,
  ecmpOverLimit,
  fdbHostCapacity,
  icmpErrorSilent,
  icmpErrorToCpu,
  ipForwardOff,
  ipv4ViaIpv6Nexthop,
  ipv6HwMemory,
  ipv6HwOff,
  mainTableOnly,
  mangleMarkRoutingBypassed,
  mplsCpu,
  multicastRoutingCpu,
  neighborLimit,
  neighbourRefreshTuning,
  noDefaultRouteGap,
  routeCapacityF2k,
  routeCapacityLpm,
  routeGatewayOnSoftwareIface,
  routeOverflowOld,
  routeQueueStarved,
  routeViaInterfaceGateway,
  routingRuleBypassed,
  rpFilterNotHw,
  staticArpOnBridge,
  suppressHwOffloadFilter,
  suppressHwOffloadStatic,
  suppressLeaksToCoveringRoute,
  trafficFlowBlind,
  triangularRouteInLan,
  tunnelEndpointCpu,
  vrfBefore724,
  vrfCatchallOrder,
  vrfLeakViaCpu,
  vrfNoFasttrackNatVxlan,
  vrfOnSlaveInterface,
  vrfTableCap,
  vrfUnsupportedChip,
];
