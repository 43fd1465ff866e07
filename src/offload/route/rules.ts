// The rules about routes, neighbours, tables and policy routing.

import type { Rule } from '../rule.ts';
import { advancedL3hwTampered } from './advanced-l3hw-tampered.ts';
import { arpModeNonlearning } from './arp-mode-nonlearning.ts';
import { arpProxyModes } from './arp-proxy-modes.ts';
import { connectedHostUnresolved } from './connected-host-unresolved.ts';
import { mainTableOnly } from './main-table-only.ts';
import { mangleMarkRoutingBypassed } from './mangle-mark-routing-bypassed.ts';
import { neighborLimit } from './neighbor-limit.ts';
import { neighbourRefreshTuning } from './neighbour-refresh-tuning.ts';
import { routeGatewayOnSoftwareIface } from './route-gateway-on-software-iface.ts';
import { routeQueueStarved } from './route-queue-starved.ts';
import { routeViaInterfaceGateway } from './route-via-interface-gateway.ts';
import { routingRuleBypassed } from './routing-rule-bypassed.ts';
import { staticArpOnBridge } from './static-arp-on-bridge.ts';
import { suppressHwOffloadFilter } from './suppress-hw-offload-filter.ts';
import { suppressHwOffloadStatic } from './suppress-hw-offload-static.ts';
import { suppressLeaksToCoveringRoute } from './suppress-leaks-to-covering-route.ts';

export const routeRules: readonly Rule[] = [
  advancedL3hwTampered,
  arpModeNonlearning,
  arpProxyModes,
  connectedHostUnresolved,
  mainTableOnly,
  mangleMarkRoutingBypassed,
  neighborLimit,
  neighbourRefreshTuning,
  routeGatewayOnSoftwareIface,
  routeQueueStarved,
  routeViaInterfaceGateway,
  routingRuleBypassed,
  staticArpOnBridge,
  suppressHwOffloadFilter,
  suppressHwOffloadStatic,
  suppressLeaksToCoveringRoute,
];
