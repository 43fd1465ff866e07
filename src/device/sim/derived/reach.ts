// Whether the device can reach an address: what `ping` answers.

import { parsePrefix } from '../../../model/prefix.ts';
import type { Row } from '../../device.ts';
import { bestRoutes } from '../cpu/route-lookup.ts';
import type { ForwardingRouter } from '../forwarding-router.ts';
import type { Route } from './routes.ts';

/** A simulated neighbour answers everywhere on a connected network, unless a test took it away. */
export function pingReplies(router: ForwardingRouter, address: string): boolean {
  if (router.device.silentHosts.has(address)) return false;
  return (routeTo(router, address)?.hops.length ?? 0) > 0;
}

/** What `/ip/route/check` says of an address: the way out, or that there is none. */
export function checkRoute(router: ForwardingRouter, address: string): Row {
  const hop = routeTo(router, address)?.hops[0];
  if (!hop) return { status: 'unreachable' };
  return { status: 'ok', interface: hop.interface, nexthop: hop.gateway ?? address };
}

function routeTo(router: ForwardingRouter, address: string): Route | undefined {
  const host = parsePrefix(address);
  return host && bestRoutes(router.derived().routes, 'main', host)[0];
}
