// Static routes: single next hops, ECMP, blackholes, and routes that stay on the CPU.

import { printAddress, printPrefix } from '../model/prefix.ts';
import type { LowerContext } from './context.ts';
import { said } from './draft.ts';
import { tag } from './tag.ts';

export function lowerRoutes({ device, target, draft }: LowerContext): void {
  const counted = new Map<string, number>();
  for (const [index, route] of (device.settings.routes ?? []).entries()) {
    const places = device.places.below('routes', index);
    const origin = places.at();
    const destination = printPrefix(route.to);
    const name = [
      ...(route.vrf === undefined ? [] : [route.vrf]),
      destination,
      ...(route.distance ? [route.distance] : []),
    ];
    const nth = (counted.get(name.join('/')) ?? 0) + 1;
    counted.set(name.join('/'), nth);
    draft.add(route.to.family === 4 ? '/ip/route' : '/ipv6/route', origin, {
      'dst-address': said(destination, places.at('to')),
      gateway: said(route.via?.map(printAddress).join(','), places.at('via')),
      // A presence switch: its value is empty when it is set.
      blackhole: said(route.blackhole ? '' : undefined, places.at('blackhole')),
      distance: said(route.distance, places.at('distance')),
      'check-gateway': said(route['check-gateway'], places.at('check-gateway')),
      // Without a routing chip every route is on the CPU, and newer versions do not know the word there.
      'suppress-hw-offload':
        target.offloadSwitch && said(route['suppress-hw-offload'], places.at('suppress-hw-offload')),
      'routing-table': said(route.vrf, places.at('vrf')),
      comment: tag(['route', ...name, ...(nth > 1 ? [nth] : [])], origin, route.description),
    });
  }
  lowerManagementRoutes({ device, draft });
}

/** Networks that manage the device from further away are reached by the management network's own gateway. */
function lowerManagementRoutes({ device, draft }: Pick<LowerContext, 'device' | 'draft'>): void {
  const { gateway, from = [], address } = device.settings.management ?? {};
  if (!gateway || !address) return;
  for (const [index, network] of from.entries()) {
    if (network.family !== gateway.family || printPrefix(network) === printPrefix(address.network)) continue;
    const origin = device.places.at('management', 'from', index);
    const destination = printPrefix(network);
    draft.add(network.family === 4 ? '/ip/route' : '/ipv6/route', origin, {
      'dst-address': said(destination, origin),
      gateway: said(printAddress(gateway), device.places.at('management', 'gateway')),
      comment: tag(['management-route', destination], origin),
    });
  }
}
