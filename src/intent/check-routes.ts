// Next hops: every one of a route, a policy route or a peer is a neighbour in a network of the device.

import type { Diagnostic, Found } from '../diagnostics/diagnostic.ts';
import { mistake } from '../diagnostics/mistake.ts';
import { containsPrefix, type Prefix, printAddress, printPrefix } from '../model/prefix.ts';
import type { Span } from '../source/location.ts';
import type { Check } from './check.ts';
import type { DeviceIntent, Intent } from './intent.ts';
import { hasUnknownNetworks, type OwnAddress, ownAddresses, rowAddresses } from './networks.ts';

export const checkRoutes: Check = ({ intent, partial }) =>
  [...intent.devices.values()].flatMap((device) => [
    ...(partial ? [] : [...nextHops(intent, device), ...forwardsBeyond(intent, device)]),
    ...routesTwice(device),
  ]);

interface Hop {
  readonly address: Prefix;
  readonly at: Span;
  /** `the route to 10.0.0.0/8` */
  readonly of: string;
  readonly to?: Prefix;
  /** What else would make it work. */
  readonly orElse?: string;
}

function nextHops(intent: Intent, device: DeviceIntent): Diagnostic[] {
  const own = [...ownAddresses(intent, device), ...rowAddresses(device)];
  // In a VLAN that the site lacks it may have the network: that mistake is told where the VLAN is named.
  const areVlansKnown = Object.keys(device.settings.gateways ?? {}).every(
    (vlan) => intent.site.vlans?.[vlan] !== undefined,
  );
  const isWhole = areVlansKnown && !hasUnknownNetworks(device);
  return hopsOf(device).flatMap((hop) => hopProblem(hop, { own, isWhole, device: device.name }));
}

interface Neighbourhood {
  readonly own: readonly OwnAddress[];
  /** All of its networks are known. */
  readonly isWhole: boolean;
  readonly device: string;
}

function hopsOf({ settings, places }: DeviceIntent): Hop[] {
  const hops: Hop[] = [];
  for (const [index, { to, via = [] }] of (settings.routes ?? []).entries()) {
    for (const [nth, address] of via.entries()) {
      hops.push({ address, to, of: `the route to ${printPrefix(to)}`, at: places.at('routes', index, 'via', nth) });
    }
  }
  for (const [index, { name, via }] of (settings.pbr ?? []).entries()) {
    for (const [nth, address] of via.entries()) {
      hops.push({ address, of: `policy route \`${name}\``, at: places.at('pbr', index, 'via', nth) });
    }
  }
  for (const [name, peer] of Object.entries(settings.bgp?.peers ?? {})) {
    if (peer.multihop) continue;
    hops.push({
      address: peer.address,
      of: `the session with \`${name}\``,
      at: places.at('bgp', 'peers', name, 'address'),
      orElse: ', or write `multihop: true`',
    });
  }
  return hops;
}

function hopProblem(hop: Hop, { own, isWhole, device }: Neighbourhood): Found {
  const text = printAddress(hop.address);
  if (hop.to && hop.to.family !== hop.address.family) {
    return mistake('intent/next-hop-unreachable', {
      what: `${hop.of} has a next hop of the other address family`,
      at: hop.at,
      label: `IPv${hop.address.family}`,
      why: 'rosc routes IPv4 over IPv4 next hops and IPv6 over IPv6 ones: hardware routing knows nothing else.',
      device,
    });
  }
  const mine = own.find(({ host }) => printAddress(host) === text);
  if (mine) {
    return mistake('intent/next-hop-unreachable', {
      what: `${hop.of} leads back to the device itself`,
      at: hop.at,
      label: `${text} is its own`,
      related: [{ at: mine.at, text: `own address on \`${mine.owner}\`` }],
      device,
      fix: 'name the neighbour’s address',
    });
  }
  if (!isWhole || own.some(({ network }) => containsPrefix(network, hop.address))) return [];
  const networks = own
    .filter(({ host }) => host.family === hop.address.family)
    .map(({ network }) => printPrefix(network));
  return mistake('intent/next-hop-unreachable', {
    what: `${hop.of} cannot work: ${text} is in no network of \`${device}\``,
    at: hop.at,
    label: networks.length > 0 ? `its networks are ${networks.slice(0, 6).join(', ')}` : 'it has no address at all',
    device,
    fix: `name a neighbour in a network of the device, or give the device an address there${hop.orElse ?? ''}`,
  });
}

/** Hosts of port forwards that lie nowhere, or out where the connections come from. */
function forwardsBeyond(intent: Intent, device: DeviceIntent): Diagnostic[] {
  const { settings, places, name } = device;
  const { nat = [], routes = [], bgp, ospf, routing, raw } = settings;
  if ([bgp, ospf, routing, raw].some((each) => each !== undefined) || hasUnknownNetworks(device)) return [];
  const own = [...ownAddresses(intent, device), ...rowAddresses(device)].map(({ network }) => network);
  const known = [...own, ...routes.map(({ to }) => to).filter(({ length }) => length > 0)];
  return nat.flatMap(({ forward, to }, index): Found => {
    if (!forward || !to || known.some((network) => containsPrefix(network, to))) return [];
    return mistake('intent/forward-beyond', {
      what: `a port forward leads to ${printAddress(to)}, which no network and no route of \`${name}\` covers`,
      at: places.at('nat', index, 'to'),
      label: routes.some(({ to: { length } }) => length === 0) ? 'by a default route at most' : 'there is no route',
      severity: 'warning',
      device: name,
      fix: 'name a host of a network behind the device, or add the route to it',
    });
  });
}

function routesTwice({ settings, places, name }: DeviceIntent): Diagnostic[] {
  const known = new Map<string, number>();
  return (settings.routes ?? []).flatMap(({ to, distance = 1, vrf = '' }, index) => {
    const key = `${vrf} ${printPrefix(to)} ${distance}`;
    const before = known.get(key);
    if (before === undefined) {
      known.set(key, index);
      return [];
    }
    return mistake('intent/route-twice', {
      what: `there are two routes to ${printPrefix(to)} with one distance: RouterOS uses both at once`,
      at: places.at('routes', index, 'to'),
      related: [{ at: places.at('routes', before, 'to'), text: 'first here' }],
      device: name,
      fix: 'write both next hops into one `via` if that is meant (ECMP), or give one a larger `distance`',
    });
  });
}
