// How many entries of the chip's route table the static part of a config takes.

import type { Network } from '../forwarding/network.ts';

/** Entries of usable routes in tables that the chip can hold; an IPv6 entry takes the room of four IPv4 ones. */
export interface RouteCount {
  readonly ipv4: number;
  readonly ipv6: number;
  /** In IPv4 entries. */
  readonly total: number;
}

export function countRoutes(network: Network): RouteCount {
  const tables = new Set(['main', ...network.vrfs.keys()]);
  let ipv4 = 0;
  let ipv6 = 0;
  for (const route of network.routes) {
    if (!route.usable || route.shadowed || route.suppressed || !tables.has(route.table)) continue;
    if (route.prefix.family === 4) ipv4++;
    else if (network.offload?.ipv6Offload) ipv6++;
  }
  return { ipv4, ipv6, total: ipv4 + 4 * ipv6 };
}
