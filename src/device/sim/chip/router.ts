// Routing in the chip: longest prefix first, neighbours that are known, ports and VLANs that may; everything else is a
// trap to the CPU. Policy routing, firewall and NAT of the kernel do not exist here.
// Source: manual, l3-hardware-offloading.

import { bypassedPolicies } from '../cpu/bypass.ts';
import { translated } from '../cpu/connections.ts';
import { isVlanOff, noteSkipped } from '../cpu/fasttrack.ts';
import { isLocalAddress } from '../cpu/firewall-rules.ts';
import { noteMixedRoutes } from '../cpu/kernel.ts';
import { bestRoutes, pickHop } from '../cpu/route-lookup.ts';
import { vrfOf } from '../derived/addresses.ts';
import type { Interface } from '../derived/interfaces.ts';
import type { Route } from '../derived/routes.ts';
import type { Crossing } from './crossing.ts';
import { fitsPort, knownNeighbour, type Way, waysTo } from './egress.ts';
import { type Entry, interfaceOf } from './entry.ts';
import { familyOf, hostOf, type IpHeader, isMulticastAddress, type PacketTrace } from './packet.ts';
import {
  hasIpv6Offload,
  layer2,
  mtuOf,
  portRoutes,
  portsOf,
  type RoutingPlane,
  repliesOnError,
  routability,
} from './routability.ts';
import { routesVrfs } from './route-driver.ts';
import { isBesideChip, isForwardingUncertain } from './unmodelled.ts';

export type ChipResult =
  | { readonly kind: 'ended'; readonly trace: PacketTrace }
  | { readonly kind: 'to-cpu'; readonly why: string };

function toCpu(why: string): ChipResult {
  return { kind: 'to-cpu', why };
}

/** For a packet whose destination MAC address is the device's. `assignedVrf` comes from a switch rule. */
export function routeInChip(
  crossing: Crossing,
  entry: Entry,
  chip: string,
  assignedVrf: string | undefined,
): ChipResult {
  const { router, packet } = crossing;
  const { plane } = router.derived();
  const { ip } = packet;
  if (!ip) return toCpu('not IP');
  if (!plane || plane.chip !== chip) return toCpu('the chip does not route');
  const found = crossing.plane.connections.find(ip)?.connection;
  const isTranslated = found?.isSourceTranslated === true || found?.isDestinationTranslated === true;
  // Without NAT a connection's own entry and the route lead to the same place: what the routes forward needs no entry.
  const routed = isTranslated ? undefined : byRoute(crossing, plane, ip, entry, assignedVrf);
  if (routed?.kind === 'ended') return routed;
  const fast = forwardFasttracked(crossing, ip, entry, plane);
  if (fast) return { kind: 'ended', trace: fast };
  return routed ?? byRoute(crossing, plane, ip, entry, assignedVrf);
}

function byRoute(
  crossing: Crossing,
  plane: RoutingPlane,
  ip: IpHeader,
  entry: Entry,
  assignedVrf: string | undefined,
): ChipResult {
  const { router } = crossing;
  const source = interfaceOf(router, entry);
  if (!source) return toCpu('no L3 interface');
  const table = assignedVrf ?? vrfOf(router, source.name);
  const refusal = refusedBeforeLookup(crossing, plane, ip, source.name);
  if (refusal) return refusal;
  const below = layer2(plane, source);
  if (below.by === 'cpu') return toCpu(below.why);
  const route = lookup(crossing, plane, { ip, source, table });
  if (route.kind !== 'route') {
    const isOpen = below.by === 'nobody-knows' && leadsSomewhere(crossing, source.name, ip);
    return isOpen ? { kind: 'ended', trace: unpredictable(crossing, [], below.why) } : route;
  }
  return forward(crossing, { plane, ip, source, entry, route: route.route, table });
}

/** Whether there is a way out for the packet at all, whoever takes it. `name`: the interface that it entered by. */
export function leadsSomewhere(crossing: Crossing, name: string, { destination }: IpHeader): boolean {
  const { router } = crossing;
  const { routes, interfaces, plane } = router.derived();
  const vrf = vrfOf(router, name);
  // Who does not know the VRF may take the main table.
  if (vrf !== 'main' && plane && !routesVrfs(router, plane)) return true;
  const found = bestRoutes(routes, vrf, hostOf(destination));
  const isWay = ({ interface: name, gateway = destination }: Route['hops'][number]) => {
    const target = interfaces.get(name);
    // To whom nobody knows the question goes, as far as the bridge floods it.
    const mac = knownNeighbour(crossing, name, gateway) ?? 'FF:FF:FF:FF:FF:FF';
    return target !== undefined && waysTo(crossing, target, mac).length > 0;
  };
  return found.some(({ hops, isBlackhole }) => !isBlackhole && hops.some(isWay));
}

/** Connections that the kernel handed to the chip: TCP and UDP of IPv4, NAT included. */
export function forwardFasttracked(
  crossing: Crossing,
  ip: IpHeader,
  entry: Entry,
  { chip }: RoutingPlane,
): PacketTrace | undefined {
  const { plane, router, log } = crossing;
  const found = plane.connections.find(ip);
  if (!found?.connection.isInHardware) return undefined;
  const onWire = translated(ip, found.connection, found.direction);
  const paths = bestRoutes(router.derived().routes, 'main', hostOf(onWire.destination)).flatMap(({ hops }) => hops);
  const hop = pickHop(paths, onWire, 'kernel');
  const target = hop && router.derived().interfaces.get(hop.interface);
  const mac = target && knownNeighbour(crossing, target.name, hop.gateway ?? onWire.destination);
  const [way] = target && mac !== undefined ? waysTo(crossing, target, mac) : [];
  if (!way || way.chip !== chip) return undefined;
  log.nextHopMac = mac;
  log.chip('fasttrack', 'the connection is in the chip');
  if (isVlanOff(crossing, found.connection)) log.unmodelled.push('FastTrack offload of a VLAN that is off (7.21)');
  const inInterface = interfaceOf(router, entry)?.name ?? '';
  noteSkipped(crossing, found.connection, { ip, leaving: onWire }, { inInterface, outInterface: target?.name });
  log.exits.push({ port: way.port, tags: way.tags, by: 'chip' });
  return log.end('fasttrack');
}

function refusedBeforeLookup(
  crossing: Crossing,
  plane: RoutingPlane,
  ip: IpHeader,
  inInterface: string,
): ChipResult | undefined {
  const { router } = crossing;
  if (isMulticastAddress(ip.destination)) return toCpu('multicast is routed by the CPU');
  if (familyOf(ip) === 6 && !hasIpv6Offload(router)) return toCpu('ipv6-hw=no');
  if (isLocalAddress(router, ip.destination, vrfOf(router, inInterface))) return toCpu('for the device itself');
  return (ip.ttl ?? 64) <= 1 ? cannotForward(crossing, plane, 'the TTL ends here') : undefined;
}

/** Where the sender ought to be told, and the chip cannot. */
function cannotForward(crossing: Crossing, plane: RoutingPlane, why: string): ChipResult {
  if (repliesOnError(plane.router)) return toCpu(why);
  crossing.log.chip('drop', `${why}, and icmp-reply-on-error=no`);
  return { kind: 'ended', trace: crossing.log.end('dropped') };
}

function lookup(
  crossing: Crossing,
  plane: RoutingPlane,
  { ip, source, table }: Pick<Forwarding, 'ip' | 'source' | 'table'>,
): ChipResult | { readonly kind: 'route'; readonly route: Route } {
  const { router, log } = crossing;
  const { routes } = router.derived();
  if (table !== 'main' && !routesVrfs(router, plane)) {
    if (!isPortOn(crossing, source, crossing.packet.port))
      return toCpu(`VRF ${table} at a port with l3-hw-offloading=no`);
    log.chip('vrf', `VRF ${table} on a chip and version that do not offload VRFs: it may be routed by the main table`);
    return { kind: 'ended', trace: log.end('unpredictable') };
  }
  const found = bestRoutes(routes, table, hostOf(ip.destination));
  if (found.length === 0) return toCpu(`no route to ${ip.destination}`);
  noteMixedRoutes(crossing, found);
  const { inHardware } = router.offloaded();
  const { candidates } = router.derived();
  // A host on the link has an entry of its own, also where its network's entry finds no room.
  const isIn = (route: Route) =>
    inHardware.has(route) || (candidates.has(route) && route.distance === 0 && route.hops.length > 0);
  if (!found.every(isIn)) {
    if (found.some(isIn)) log.unmodelled.push('a prefix of which the chip has some routes');
    return toCpu('the route is not in the chip');
  }
  const paths = found.flatMap(({ hops }) => hops).slice(0, plane.routing.ecmpPaths ?? Number.POSITIVE_INFINITY);
  const [first] = found;
  return first ? { kind: 'route', route: { ...first, hops: paths } } : toCpu('no route');
}

interface Forwarding {
  readonly plane: RoutingPlane;
  readonly ip: IpHeader;
  readonly source: Interface;
  readonly entry: Entry;
  readonly route: Route;
  readonly table: string;
}

function forward(crossing: Crossing, forwarding: Forwarding): ChipResult {
  const { router, log, packet } = crossing;
  const { plane, ip, source, route, table } = forwarding;
  if (route.isBlackhole) {
    log.chip('lpm', 'a blackhole route');
    // Whom NAT would send elsewhere never comes to it.
    const missed = bypassedPolicies(router, packet, ip, {
      inInterface: source.name,
      outInterface: '',
      outPorts: [],
      table,
    });
    log.bypassed.push(...missed.filter(({ natChain }) => natChain === 'dstnat'));
    return { kind: 'ended', trace: log.end('dropped') };
  }
  const hop = pickHop(route.hops, ip, 'chip');
  const target = hop && router.derived().interfaces.get(hop.interface);
  if (!target) return toCpu('no next hop');
  const address = hop.gateway ?? ip.destination;
  const ends = [source, target];
  const isOpen = ends.some((each) => layer2(plane, each).by === 'nobody-knows');
  // Where it is not defined who routes, a MAC address that does not fit settles nothing.
  const [from, to] = ends.map((each) => (isOpen ? layer2(plane, each) : routability(plane, each)));
  for (const each of [from, to]) if (each?.by === 'cpu') return toCpu(each.why);
  const mac = knownNeighbour(crossing, target.name, address);
  if (mac === undefined) return toCpu(`${address} on ${target.name} is not resolved yet`);
  log.nextHopMac = mac;
  const ways = waysTo(crossing, target, mac);
  const [first] = ways;
  if (!first) return toCpu(`no port leads to ${address}`);
  const unknown = [from, to].find((each) => each?.by === 'nobody-knows');
  if (unknown?.by === 'nobody-knows') return { kind: 'ended', trace: unpredictable(crossing, ways, unknown.why) };
  if (ways.some(({ port }) => isBesideChip(router, port))) {
    return { kind: 'ended', trace: unpredictable(crossing, ways, 'a port beside the chip in its bridge') };
  }
  if (ways.some((way) => way.chip !== plane.chip)) return toCpu(`${address} is not behind a port of the chip`);
  if (packet.length > mtuOf(router, target))
    return cannotForward(crossing, plane, `longer than the MTU of ${target.name}`);
  const flags = portFlags(crossing, forwarding, target, first.port);
  if (flags.kind === 'to-cpu') return flags;
  if (flags.undefinedBy !== undefined) {
    return { kind: 'ended', trace: unpredictable(crossing, ways, flags.undefinedBy) };
  }
  log.chip('lpm', `routed to ${address} on ${target.name}`);
  return { kind: 'ended', trace: leaveChip(crossing, forwarding, target, ways) };
}

/** Out of the ports where it fits, past what the kernel's rules would have done to it. */
function leaveChip(
  crossing: Crossing,
  { ip, source, table }: Forwarding,
  target: Interface,
  ways: readonly Way[],
): PacketTrace {
  const { router, log, packet } = crossing;
  const fits = ways.filter((each) => fitsPort(crossing, each));
  for (const { port, tags } of fits) log.exits.push({ port, tags, by: 'chip' });
  const outPorts = fits.map(({ port }) => port);
  const way = { inInterface: source.name, outInterface: target.name, outPorts, table };
  log.bypassed.push(...bypassedPolicies(router, packet, ip, way));
  notePastTranslation(crossing, ip);
  if (isForwardingUncertain(router, familyOf(ip))) log.unmodelled.push('forwarding is off, and the chip routes');
  return log.end(fits.length > 0 ? 'hardware' : 'dropped');
}

/** NAT is the connection's: what belongs to a translated one is to be translated too, in either direction. */
export function notePastTranslation({ plane, log }: Crossing, ip: IpHeader): void {
  const rows = plane.connections.find(ip)?.connection.translatedBy ?? [];
  log.bypassed.push(...rows.map((row) => ({ text: 'translation of the connection', row })));
}

/** The vendor does not say who forwards it; if anybody does, it leaves there. */
export function unpredictable({ log }: Crossing, ways: readonly Way[], why: string): PacketTrace {
  for (const { port, tags } of ways) log.exits.push({ port, tags, by: 'chip' });
  log.chip('undefined', why);
  return log.end('unpredictable');
}

/**
 * `l3-hw-offloading` of the ports. Both yes: hardware. The egress port's no: the CPU. Only the ingress port's no: the
 * manual calls it unpredictable. Since 7.21 a VLAN with such a member is off as a whole, and was turned away before.
 */
function portFlags(
  crossing: Crossing,
  { source }: Forwarding,
  target: Interface,
  egress: string,
): { readonly kind: 'to-cpu'; readonly why: string } | { readonly kind: 'on'; readonly undefinedBy?: string } {
  const { port } = crossing.packet;
  if (!isPortOn(crossing, target, egress)) return { kind: 'to-cpu', why: `${egress} has l3-hw-offloading=no` };
  if (isPortOn(crossing, source, port)) return { kind: 'on' };
  return { kind: 'on', undefinedBy: `only the ingress port ${port} has l3-hw-offloading=no` };
}

/** The port of an interface lets the chip route; of a bond, all its ports do. */
function isPortOn({ router }: Crossing, found: Interface, port: string): boolean {
  return (found.kind === 'bonding' ? portsOf(found) : [port]).every((name) => portRoutes(router, name));
}
