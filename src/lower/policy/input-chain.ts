// Who may talk to the device itself: its management networks everything, its routing neighbours their protocol, those
// that its tunnels and relays are for what they say, everybody ping; the zones that the firewall closes nothing else,
// and nobody else its management services.

import { managementServices } from '../../intent/schema-device.ts';
import { zoneInternet } from '../../intent/schema-values.ts';
import { containsPrefix, printAddress } from '../../model/prefix.ts';
import type { Location } from '../../source/location.ts';
import type { LowerContext } from '../context.ts';
import { type Settings, said } from '../draft.ts';
import type { L3Layout } from '../layout.ts';
import type { SiteRoute } from '../site-routes.ts';
import { interfacesOf } from './acl-layers.ts';
import { routesBehind } from './destinations.ts';
import type { FirewallWriter } from './firewall-writer.ts';
import type { Family } from './ingress-packet-set.ts';

/** TCP ports of the management services, as RouterOS has them unless told otherwise. */
const servicePorts: Readonly<Record<(typeof managementServices)[number], number>> = {
  ftp: 21,
  ssh: 22,
  telnet: 23,
  www: 80,
  'www-ssl': 443,
  winbox: 8291,
  api: 8728,
  'api-ssl': 8729,
};

const bgpPort = 179;
const bfdPorts = '3784,3785,4784';

export function addInputChain(writer: FirewallWriter): void {
  const { context, family, matchers, add } = writer;
  const { firewall } = context.device.settings;
  if (!firewall) return;
  const at = context.device.places.keyAt('firewall');
  const accept = said('accept', at);
  add('input', ['established'], at, { action: accept, 'connection-state': said('established,related,untracked', at) });
  const icmp = said(family === 4 ? 'icmp' : 'icmpv6', at);
  add('input', [family === 4 ? 'icmp' : 'icmpv6'], at, { action: accept, protocol: icmp });
  addNeighbours(writer);
  addManagers(writer);
  const closed = closedInterfaces(context, family);
  if (closed.length > 0) {
    addOwnServices(writer);
    const zones = [...new Set(closed.map(({ zone, name }) => zone ?? name))].join('-');
    const names = [...new Set(closed.map(({ name }) => name))];
    add('input', ['closed'], at, { action: said('drop', at), ...matchers.interfaces('in', names, zones, at) });
  }
  if (!context.device.settings.management) return;
  const ports = managementServices.map((service) => servicePorts[service]).sort((a, b) => a - b);
  const settings = { action: said('drop', at), protocol: said('tcp', at), 'dst-port': said(ports.join(','), at) };
  add('input', ['services'], at, settings);
}

/** BGP peers by their address, OSPF by its interfaces. */
function addNeighbours({ context, family, matchers, add }: FirewallWriter): void {
  const { device, layout } = context;
  const peers = Object.entries(device.settings.bgp?.peers ?? {}).filter(([, peer]) => peer.address.family === family);
  for (const [name, { address, bfd }] of peers) {
    const at = device.places.at('bgp', 'peers', name, 'address');
    const from = { action: said('accept', at), ...matchers.addresses('src', [address], name, at) };
    add('input', ['bgp', name], at, { ...from, protocol: said('tcp', at), 'dst-port': said(bgpPort, at) });
    if (bfd) add('input', ['bfd', name], at, { ...from, protocol: said('udp', at), 'dst-port': said(bfdPorts, at) });
  }
  const { ospf } = device.settings;
  if (!ospf || !(ospf.version ?? ['2']).includes(family === 4 ? '2' : '3')) return;
  const at = device.places.keyAt('ospf');
  const names = Object.values(ospf.areas).flatMap(({ interfaces }) =>
    Object.entries(interfaces).flatMap(([name, { passive }]) => (passive || !layout.l3.has(name) ? [] : [name])),
  );
  if (names.length === 0) return;
  const interfaces = matchers.interfaces('in', names, 'ospf', at);
  const accept = said('accept', at);
  add('input', ['ospf'], at, { action: accept, protocol: said('ospf', at), ...interfaces });
  const watched = names.filter((name) => Object.values(ospf.areas).some((area) => area.interfaces[name]?.bfd));
  if (watched.length === 0) return;
  const byBfd = { ...matchers.interfaces('in', watched, 'ospf-bfd', at), 'dst-port': said(bfdPorts, at) };
  add('input', ['ospf', 'bfd'], at, { action: accept, protocol: said('udp', at), ...byBfd });
}

/** The management network enters by its own interface; networks further away are known by their addresses alone. */
function addManagers({ context, family, matchers, add }: FirewallWriter): void {
  const { device, layout } = context;
  const { management } = device.settings;
  if (!management) return;
  const own = management.address.network;
  const networks = (management.from ?? [own]).filter((network) => network.family === family);
  const at = device.places.at('management', management.from ? 'from' : 'address');
  const near = networks.filter((network) => containsPrefix(own, network));
  const far = networks.filter((network) => !near.includes(network));
  const names = [...layout.l3.values()].filter(({ isManagement }) => isManagement).map(({ name }) => name);
  const accept = { action: said('accept', at) };
  if (near.length > 0) {
    const by = matchers.interfaces('in', names, 'management', at);
    add('input', ['management'], at, { ...accept, ...by, ...matchers.addresses('src', near, 'management', at) });
  }
  if (far.length > 0) {
    add('input', ['managers'], at, { ...accept, ...matchers.addresses('src', far, 'managers', at) });
  }
}

/** Ports towards untrusted hosts: a zone whose new connections are dropped gets no new one to the device either. */
function closedInterfaces(context: LowerContext, family: Family): readonly L3Layout[] {
  const isDefault = ({ prefix }: SiteRoute) => prefix.family === family && prefix.length === 0;
  return (context.device.settings.firewall ?? [])
    .filter((rule) => rule.default === 'drop' && (rule.to.includes('any') || rule.from.includes(zoneInternet)))
    .flatMap(({ from }) => interfacesOf(context.layout, from))
    .filter((l3) => !l3.isManagement && (l3.kind !== 'vlan' || routesBehind(context, [l3]).some(isDefault)));
}

/**
 * What others begin, and the site asks for: tunnels, answers to DHCP relays, the prefix of a provider.
 * Source: manual, WireGuard, "Firewall considerations"; filter, "accept DHCPv6-Client".
 */
function addOwnServices({ context, family, matchers, add }: FirewallWriter): void {
  const { settings, places } = context.device;
  const udp = (name: string, port: string, at: Location, from: Settings = {}) =>
    add('input', [name], at, {
      action: said('accept', at),
      ...from,
      protocol: said('udp', at),
      'dst-port': said(port, at),
    });
  const ports = [settings.interfaces?.wireguard ?? []]
    .flat()
    .flatMap(({ 'listen-port': port, enabled }) => (port && enabled !== false ? [String(port)] : []));
  if (ports.length > 0) udp('wireguard', ports.join(','), places.keyAt('interfaces'));
  const relays = places.keyAt('dhcp-relay');
  const servers = Object.values(settings['dhcp-relay'] ?? {}).flat();
  const own = [...new Map(servers.map((each) => [printAddress(each), each])).values()].filter(
    (each) => each.family === family,
  );
  if (own.length > 0) {
    udp('dhcp-relay', family === 4 ? '67' : '547', relays, matchers.addresses('src', own, 'dhcp', relays));
  }
  if (family === 4 || !settings.dhcp?.['ipv6-clients']) return;
  const at = places.keyAt('dhcp');
  udp('dhcp-client', '546', at, { 'src-address': said('fe80::/10', at) });
}
