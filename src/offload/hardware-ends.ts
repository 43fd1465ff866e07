// Routed ends that the chip serves: what most rules about routing in hardware start from.

import type { Network } from '../forwarding/network.ts';
import { type RoutedEnd, routedEnds } from './ends.ts';

/** Ends at which at least one port is routed in hardware. Empty while L3 offloading is off. */
export function hardwareEnds(network: Network, family: 4 | 6): readonly RoutedEnd[] {
  return routedEnds(network, family).filter(({ leg }) => leg.kind === 'hardware' && leg.on.length > 0);
}

/** Whether the chip routes at all: at least two of its ends can talk to each other. */
export function routesInHardware(network: Network, family: 4 | 6 = 4): boolean {
  return hardwareEnds(network, family).length >= 2;
}
