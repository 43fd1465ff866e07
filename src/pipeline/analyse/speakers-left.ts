// What is left of routing when devices or cables are down: sessions and adjacencies that are gone bring no routes,
// nobody outside of the site takes their place, and routes that lead there are not used.

import type { DeviceIntent, Intent } from '../../intent/intent.ts';
import { type OwnAddress, ownAddresses } from '../../intent/networks.ts';
import type { DeviceSettings } from '../../intent/schema-device.ts';
import { containsPrefix, isSamePrefix, type Prefix } from '../../model/prefix.ts';
import { type PortsDown, withoutDevices } from './ports-down.ts';

/** The site as its routing sees it: for the routes that are learnt and the paths of flows, and for nothing else. */
export function speakersLeft(intent: Intent, down: PortsDown): Intent {
  const isNothingDown = [...intent.devices.keys()].every(
    (name) => !down.devices.has(name) && down.of(name).length === 0,
  );
  if (isNothingDown) return intent;
  const addresses = [...intent.devices.values()].flatMap((device) => ownAddresses(intent, device));
  const lost = lostAddresses(intent, addresses, down);
  if (lost.size === 0) return intent;
  const { devices } = withoutDevices(intent, down.devices);
  const left = [...devices].map(([name, device]) => {
    const { ospf, bgp, routes } = device.settings;
    const settings: DeviceSettings = {
      ...device.settings,
      ...(routes && { routes: routesLeft(device, routes, lost) }),
      ...(ospf && { ospf: { ...ospf, areas: areasLeft(device, ospf.areas, { addresses, lost }) } }),
      ...(bgp && { bgp: { ...bgp, peers: peersLeft(device, bgp.peers, { addresses, lost }) } }),
    };
    return [name, { ...device, settings }] as const;
  });
  return { ...intent, devices: new Map(left) };
}

interface Addresses {
  readonly addresses: readonly OwnAddress[];
  readonly lost: ReadonlySet<OwnAddress>;
}

/** Of devices that are gone, of ports that are down, and of the other ends of their links. */
function lostAddresses(intent: Intent, addresses: readonly OwnAddress[], down: PortsDown): ReadonlySet<OwnAddress> {
  const isGone = ({ device, owner, kind }: OwnAddress) => {
    if (down.devices.has(device)) return true;
    if (kind !== 'link') return false;
    const ports = [...(intent.devices.get(device)?.ports.values() ?? [])];
    const cables = ports.filter(({ name, settings }) => settings.bond === owner || name === owner);
    const named = down.of(device);
    return cables.length > 0 && cables.every(({ name }) => named.includes(name));
  };
  const gone = addresses.filter(isGone);
  const isOtherEnd = (each: OwnAddress) =>
    each.kind === 'link' && gone.some(({ kind, network }) => kind === 'link' && isSamePrefix(network, each.network));
  return new Set([...gone, ...addresses.filter(isOtherEnd)]);
}

type Routes = NonNullable<DeviceSettings['routes']>;

function routesLeft({ name }: DeviceIntent, routes: Routes, lost: ReadonlySet<OwnAddress>): Routes {
  const own = [...lost].filter(({ device, kind }) => device === name && kind === 'link');
  const isLeft = (hop: Prefix) => !own.some(({ network }) => containsPrefix(network, hop));
  return routes.flatMap((route) => {
    if (!route.via) return [route];
    const via = route.via.filter(isLeft);
    return via.length > 0 ? [{ ...route, via }] : [];
  });
}

type Areas = NonNullable<DeviceSettings['ospf']>['areas'];

function areasLeft({ name }: DeviceIntent, areas: Areas, { addresses, lost }: Addresses): Areas {
  return Object.fromEntries(
    Object.entries(areas).map(([id, area]) => {
      const interfaces = Object.entries(area.interfaces).flatMap(([owner, each]) => {
        const own = addresses.filter((address) => address.device === name && address.owner === owner);
        if (own.some((address) => lost.has(address) && address.kind === 'link')) return [];
        const others = addresses.filter(
          (address) => address.device !== name && own.some(({ network }) => isSamePrefix(network, address.network)),
        );
        // Whoever was there is gone: nobody else is.
        const isAlone = others.length > 0 && others.every((address) => lost.has(address));
        return [[owner, isAlone ? { ...each, passive: true } : each] as const];
      });
      return [id, { ...area, interfaces: Object.fromEntries(interfaces) }];
    }),
  );
}

type Peers = NonNullable<DeviceSettings['bgp']>['peers'];

function peersLeft({ name }: DeviceIntent, peers: Peers, { addresses, lost }: Addresses): Peers {
  const isLeft = ([, peer]: [string, Peers[string]]) => {
    const far = addresses.find(({ device, host }) => device !== name && isSamePrefix(host, peer.address));
    return !far || !lost.has(far);
  };
  return Object.fromEntries(Object.entries(peers).filter(isLeft));
}
