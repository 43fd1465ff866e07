// Who may talk to the device itself: its management networks everything, its routing neighbours their protocol, those
// that its tunnels and relays are for what they say, everybody ping; the zones that the firewall closes nothing else,
// and nobody else its management services.

import { servicePorts } from '../../intent/schema-device.ts';
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
  const ports = Object.values(servicePorts).sort((a, b) => a - b);
  const settings = { action: said('drop', at), protocol: said('tcp', at), 'dst-port': said(ports.join(','), at) };
  add('input', ['services'], at, settings);
}

interface Accepted {
  readonly name: readonly string[];
  readonly at: Location;
  readonly protocol: string;
  readonly port?: string | number;
  readonly from?: Settings;
}

function accept({ add }: FirewallWriter, { name, at, protocol, port, from = {} }: Accepted): void {
  const ports = port === undefined ? {} : { 'dst-port': said(port, at) };
  add('input', name, at, { action: said('accept', at), ...from, protocol: said(protocol, at), ...ports });
}

/** BGP peers by their address, OSPF by its interfaces. */
function addNeighbours(writer: FirewallWriter): void {
  const { context, family, matchers } = writer;
  const { device, layout } = context;
  const peers = Object.entries(device.settings.bgp?.peers ?? {}).filter(([, peer]) => peer.address.family === family);
  for (const [name, { address, bfd }] of peers) {
    const at = device.places.at('bgp', 'peers', name, 'address');
    const from = matchers.addresses('src', [address], name, at);
    accept(writer, { name: ['bgp', name], at, from, protocol: 'tcp', port: bgpPort });
    if (bfd) accept(writer, { name: ['bfd', name], at, from, protocol: 'udp', port: bfdPorts });
  }
  const { ospf } = device.settings;
  if (!ospf || !(ospf.version ?? ['2']).includes(family === 4 ? '2' : '3')) return;
  const at = device.places.keyAt('ospf');
  const names = Object.values(ospf.areas).flatMap(({ interfaces }) =>
    Object.entries(interfaces).flatMap(([name, { passive }]) => (passive || !layout.l3.has(name) ? [] : [name])),
  );
  if (names.length === 0) return;
  accept(writer, { name: ['ospf'], at, protocol: 'ospf', from: matchers.interfaces('in', names, 'ospf', at) });
  const watched = names.filter((name) => Object.values(ospf.areas).some((area) => area.interfaces[name]?.bfd));
  if (watched.length === 0) return;
  const from = matchers.interfaces('in', watched, 'ospf-bfd', at);
  accept(writer, { name: ['ospf', 'bfd'], at, from, protocol: 'udp', port: bfdPorts });
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
function addOwnServices(writer: FirewallWriter): void {
  const { context, family, matchers } = writer;
  const { settings, places } = context.device;
  const udp = (name: string, port: string, at: Location, from?: Settings) =>
    accept(writer, { name: [name], at, protocol: 'udp', port, ...(from && { from }) });
  const ports = [settings.interfaces?.wireguard ?? []]
    .flat()
    .flatMap(({ 'listen-port': port, enabled }) => (port && enabled !== false ? [String(port)] : []));
  if (ports.length > 0) udp('wireguard', ports.join(','), places.keyAt('interfaces'));
  const relays = places.keyAt('dhcp-relay');
  const servers = Object.values(settings['dhcp-relay'] ?? {}).flat();
  const own = new Map(servers.filter((each) => each.family === family).map((each) => [printAddress(each), each]));
  if (own.size > 0) {
    udp(
      'dhcp-relay',
      family === 4 ? '67' : '547',
      relays,
      matchers.addresses('src', [...own.values()], 'dhcp', relays),
    );
  }
  if (family === 4 || !settings.dhcp?.['ipv6-clients']) return;
  const at = places.keyAt('dhcp');
  udp('dhcp-client', '546', at, { 'src-address': said('fe80::/10', at) });
}
