// Static routes: single next hops, ECMP, blackholes, and routes that stay on the CPU.

import { managementVrf } from '../intent/networks.ts';
import { type Prefix, printAddress, printPrefix } from '../model/prefix.ts';
import type { LowerContext } from './context.ts';
import { said } from './draft.ts';
import { tag } from './tag.ts';

export function lowerRoutes(context: LowerContext): void {
  const { device, target, draft } = context;
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
      gateway: said(route.via && gatewaysIn(route.via, route.vrf), places.at('via')),
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
  lowerManagementRoutes(context);
}

/** Gateways of a VRF say so: one without its table is looked up in `main`. Source: manual, VRF. */
function gatewaysIn(gateways: readonly Prefix[], vrf: string | undefined): string {
  return gateways.map((gateway) => `${printAddress(gateway)}${vrf === undefined ? '' : `@${vrf}`}`).join(',');
}

/** Networks that manage the device from further away are reached by the management network's own gateway. */
function lowerManagementRoutes({ device, draft }: LowerContext): void {
  const { gateway, from = [], address } = device.settings.management ?? {};
  if (!gateway || !address) return;
  const vrf = managementVrf(device.settings);
  for (const [index, network] of from.entries()) {
    if (network.family !== gateway.family || printPrefix(network) === printPrefix(address.network)) continue;
    const origin = device.places.at('management', 'from', index);
    const destination = printPrefix(network);
    draft.add(network.family === 4 ? '/ip/route' : '/ipv6/route', origin, {
      'dst-address': said(destination, origin),
      gateway: said(gatewaysIn([gateway], vrf), device.places.at('management', 'gateway')),
      'routing-table': said(vrf, origin),
      comment: tag(['management-route', destination], origin),
    });
  }
}
