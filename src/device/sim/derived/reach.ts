// Whether the device can reach an address: what `ping` answers.

import { isSamePrefix, parsePrefix } from '../../../model/prefix.ts';
import type { Row } from '../../device.ts';
import { bestRoutes } from '../cpu/route-lookup.ts';
import type { ForwardingRouter } from '../forwarding-router.ts';
import type { Router } from '../router.ts';
import type { Route } from './routes.ts';

/**
 * Whether somebody answers: the device itself, or a host that is plugged in. Asking the next hop teaches the kernel
 * and its bridge. Beyond a gateway everything answers.
 */
export function pingReplies(router: Router, address: string, vrf: string): boolean {
  const { addresses, interfaces } = router.derived();
  const host = parsePrefix(address);
  if (!host) return false;
  if (addresses.some((own) => own.vrf === vrf && isSamePrefix(own.host, host))) return true;
  const hop = routeTo(router, address, vrf)?.hops[0];
  const target = hop && interfaces.get(hop.interface);
  return target !== undefined && router.forwarding.hears(router, target, hop?.gateway ?? address);
}

/** What `/ip/route/check` says of an address: the way out, or that there is none. */
export function checkRoute(router: ForwardingRouter, address: string): Row {
  const hop = routeTo(router, address, 'main')?.hops[0];
  if (!hop) return { status: 'unreachable' };
  return { status: 'ok', interface: hop.interface, nexthop: hop.gateway ?? address };
}

function routeTo(router: ForwardingRouter, address: string, table: string): Route | undefined {
  const host = parsePrefix(address);
  return host && bestRoutes(router.derived().routes, table, host)[0];
}
