// What the CPU does with a packet: bridging, routing on the fast path, on FastTrack or on the slow path with the whole
// firewall. Source: manual, packet-flow-in-routeros, "Flow of routed packet".

import type { CpuPath } from '../../../model/placement.ts';
import type { Crossing } from '../chip/crossing.ts';
import { resolveNeighbour, type Way, waysTo } from '../chip/egress.ts';
import { familyOf, hostOf, type IpHeader, isMulticastAddress, type PacketTrace } from '../chip/packet.ts';
import type { BridgeProgram } from '../chip/program.ts';
import { mtuOf } from '../chip/routability.ts';
import { vrfOf } from '../derived/addresses.ts';
import type { NextHop, Route } from '../derived/routes.ts';
import type { StoredRow } from '../store/store.ts';
import { translated } from './connections.ts';
import {
  bridgeFastPathObstacle,
  fastPathObstacle,
  fastTrackObstacle,
  firewallMenus,
  isEnabledRow,
  isTracking,
  setting,
} from './fast-path.ts';
import { handToChip, noteSkipped, offerToChip } from './fasttrack.ts';
import { isBroadcast, isLocalAddress, runChain } from './firewall-rules.ts';
import { discard } from './ipsec.ts';
import { decideDestination, translateSource } from './nat.ts';
import { arriving, type PacketContext, setMark } from './packet-context.ts';
import { reversePathRefusal } from './reverse-path.ts';
import { bestRoutes, decideRoute, isDecidedBeforeLocal, pickHop } from './route-lookup.ts';

/** A packet that the device takes for itself without looking at IP: ARP, LLDP, spanning tree. */
export function takeByDevice({ log }: Crossing): PacketTrace {
  log.cpu('local', 'taken by the device');
  return log.end('cpu', { cpuPath: 'slow', isDelivered: true });
}

/** `isCopy`: the chip has already sent other copies out. */
export function bridgeInKernel(
  crossing: Crossing,
  bridge: BridgeProgram,
  ways: readonly Way[],
  isCopy: boolean,
): PacketTrace {
  const { log, router } = crossing;
  const obstacle = bridgeFastPathObstacle(router, bridge.name);
  if (obstacle === 'there are bridge filter or NAT rules') log.unmodelled.push('bridge filter and NAT');
  if (obstacle === 'use-ip-firewall=yes') log.unmodelled.push('use-ip-firewall');
  for (const { port, tags } of ways) log.exits.push({ port, tags, by: 'cpu' });
  log.cpu('bridge', `bridged to ${ways.map(({ port }) => port).join(', ')}`);
  return log.end(isCopy ? 'partial' : 'cpu', { cpuPath: obstacle === undefined ? 'fastpath' : 'slow' });
}

/** From an L3 interface on. `assignedVrf` comes from a switch rule. */
export function routeInKernel(
  crossing: Crossing,
  ip: IpHeader,
  inInterface: string,
  assignedVrf?: string,
): PacketTrace {
  const { router, log } = crossing;
  const vrf = assignedVrf ?? vrfOf(router, inInterface);
  const fast = fasttrack(crossing, ip, inInterface);
  if (fast) return fast;
  const obstacle = fastPathObstacle(router, familyOf(ip)) ?? bridgeObstacle(crossing, inInterface);
  const context = { ...arriving(router, crossing.packet, ip, inInterface), unmodelled: log.unmodelled };
  if (obstacle === undefined) return decide(crossing, context, vrf, 'fastpath');
  log.cpu('slow', obstacle);
  const trace = prerouting(crossing, context) ?? decide(crossing, context, vrf, 'slow');
  // A connection whose first packet gets nowhere is not kept.
  const { connection } = context;
  if (trace.placement === 'dropped' && connection?.isConfirmed === false) crossing.plane.connections.forget(connection);
  return trace;
}

/** Frames reach the IP handler through the handler of the bridge: one that works slowly makes the rest slow. */
function bridgeObstacle(crossing: Crossing, name: string): string | undefined {
  const bridge = bridgeUnder(crossing, name);
  return bridge === undefined ? undefined : bridgeFastPathObstacle(crossing.router, bridge);
}

/** Packets of a fast-tracked connection: no firewall, the main table, NAT from the connection. */
function fasttrack(crossing: Crossing, ip: IpHeader, inInterface: string): PacketTrace | undefined {
  const { router, log, plane } = crossing;
  const found = plane.connections.find(ip);
  if (!found?.connection.isFasttracked) return undefined;
  const onWire = translated(ip, found.connection, found.direction);
  const hop = pickHop(
    bestRoutes(router.derived().routes, 'main', hostOf(onWire.destination)).flatMap(({ hops }) => hops),
    onWire,
    'kernel',
  );
  // Whatever it has gone over so far, the packet would leave by a bridge that `main` leads to.
  const passed = new Set([...found.connection.between, ...(hop ? [hop.interface] : [])]);
  const bridges = [...passed].flatMap((name) => bridgeUnder(crossing, name) ?? []);
  const obstacle = fastTrackObstacle(router, familyOf(ip), bridges);
  const way = { inInterface, outInterface: hop?.interface };
  if (obstacle === undefined) noteSkipped(crossing, found.connection, { ip, leaving: onWire }, way);
  if (!hop || obstacle !== undefined) {
    log.cpu('fasttrack', obstacle ?? 'no next hop');
    return undefined;
  }
  found.connection.seenReply ||= found.direction === 'reply';
  handToChip(crossing, found.connection);
  return transmit(crossing, onWire, hop, 'fasttrack');
}

/** Nobody says which of several routes of one prefix wins where some of them drop. */
export function noteMixedRoutes({ log }: Crossing, routes: readonly Route[]): void {
  const dropping = routes.filter(({ isBlackhole }) => isBlackhole).length;
  if (dropping > 0 && dropping < routes.length) log.unmodelled.push('a prefix of which some routes drop');
}

/** The bridge that an interface is or sits on. */
function bridgeUnder({ router }: Crossing, name: string): string | undefined {
  const found = router.derived().interfaces.get(name);
  if (found?.kind === 'bridge') return name;
  const parent = router.derived().interfaces.get(found?.parent ?? '');
  return parent?.kind === 'bridge' ? parent.name : undefined;
}

type Table = 'filter' | 'mangle' | 'raw';

/** Runs a chain if its table has rules; the trace when the packet ends there. */
function judge(crossing: Crossing, context: PacketContext, table: Table, chain: string): PacketTrace | undefined {
  const { router, log } = crossing;
  const menu = firewallMenus[familyOf(context.ip)][table];
  if (!router.store.rows(menu).some(isEnabledRow)) return undefined;
  log.judgedBy.push(`${table} ${chain}`);
  const verdict = runChain(context, menu, chain, (row, action) => mark(crossing, context, row, action));
  if (!verdict || verdict.action === 'accept') return undefined;
  if (verdict.action === 'notrack') {
    context.isExempt = true;
    return undefined;
  }
  log.cpu(table, `${chain}: ${verdict.action}`);
  return log.end('dropped', { cpuPath: 'slow' });
}

/** Effects of a matching rule that lets the packet go on. */
function mark(crossing: Crossing, context: PacketContext, row: StoredRow, action: string): void {
  setMark(context, row, action);
  if (action !== 'fasttrack-connection' || !context.connection) return;
  // Only filter rules have the property that asks the chip.
  const isWanted = row.menu.endsWith('/filter') && row.values.get('hw-offload') !== 'no';
  offerToChip(crossing, context, context.connection, isWanted);
}

/** Raw, tracking, mangle, destination NAT; the trace when the packet ends there. */
function prerouting(crossing: Crossing, context: PacketContext): PacketTrace | undefined {
  const { router, plane } = crossing;
  const raw = judge(crossing, context, 'raw', 'prerouting');
  if (raw) return raw;
  if (isTracking(router, familyOf(context.ip)) && !context.isExempt) {
    const isLoose = setting(router, '/ip/firewall/connection/tracking', 'loose-tcp-tracking') !== 'no';
    Object.assign(context, plane.connections.track(context.ip, isLoose));
  }
  const dropped = judge(crossing, context, 'mangle', 'prerouting');
  if (dropped) return dropped;
  const { connection } = context;
  if (!connection) return undefined;
  const refused = connection.isConfirmed ? undefined : decideDestination(crossing, context, connection);
  if (refused) return refused;
  const { destination, destinationPort } = translated(crossing.packet.ip ?? context.ip, connection, context.direction);
  context.ip = { ...context.ip, destination, ...(destinationPort !== undefined && { destinationPort }) };
  return undefined;
}

function decide(crossing: Crossing, context: PacketContext, vrf: string, path: CpuPath): PacketTrace {
  const { router, log } = crossing;
  const { ip, inInterface = '', routingMark: mark_ } = context;
  const isLocal = isForUs(crossing, context);
  const refused = (why: string) => {
    log.cpu('drop', why);
    return log.end('dropped', { cpuPath: path });
  };
  const refusal = isLocal ? reversePathRefusal(router, context) : forwardingRefusal(crossing, context);
  if (refusal !== undefined) return refused(refusal);
  if (isLocal) return input(crossing, context, path);
  const decision = decideRoute(router, ip, { inInterface, vrf, mark: mark_ });
  if (decision.kind === 'route') noteMixedRoutes(crossing, decision.routes);
  if (decision.kind === 'none' || decision.routes.some(({ isBlackhole }) => isBlackhole)) {
    log.cpu('route', decision.kind === 'none' ? decision.why : 'a blackhole route');
    return log.end('dropped', { cpuPath: path });
  }
  const hop = pickHop(
    decision.routes.flatMap(({ hops }) => hops),
    ip,
    'kernel',
  );
  if (!hop) return log.end('dropped', { cpuPath: path });
  context.outInterface = hop.interface;
  const wayBack = reversePathRefusal(router, context);
  if (wayBack !== undefined) return refused(wayBack);
  const stopped = path === 'slow' ? judgeForward(crossing, context) : undefined;
  if (stopped) return stopped;
  // From the fast path a packet can fall back to the slow one on its way out.
  const out = path === 'fastpath' && bridgeObstacle(crossing, hop.interface) !== undefined ? 'slow' : path;
  return transmit(crossing, context.ip, hop, out);
}

function isForUs({ router }: Crossing, { ip, inInterface = '', routingMark: mark }: PacketContext): boolean {
  const vrf = vrfOf(router, inInterface);
  if (isDecidedBeforeLocal(router, ip, { inInterface, vrf, mark })) return false;
  return isLocalAddress(router, ip.destination, vrf) || isBroadcast(router, ip.destination);
}

/** Reasons before routing: nobody routes it to a group, forwarding is off, the TTL has run out. */
function forwardingRefusal({ router }: Crossing, { ip }: PacketContext): string | undefined {
  if (isMulticastAddress(ip.destination)) return 'nobody routes multicast';
  const family = familyOf(ip);
  if (family === 4 && setting(router, '/ip/settings', 'ip-forward') === 'no') return 'ip-forward=no';
  if (family === 6 && setting(router, '/ipv6/settings', 'forward') === 'no') return 'IPv6 forward=no';
  return (ip.ttl ?? 64) <= 1 ? 'the TTL ends here' : undefined;
}

function judgeForward(crossing: Crossing, context: PacketContext): PacketTrace | undefined {
  const { connection, inInterface = '', outInterface = '' } = context;
  if (connection) connection.between = [...new Set([...connection.between, inInterface, outInterface])];
  return (
    discard(crossing, context.ip) ??
    judge(crossing, context, 'mangle', 'forward') ??
    judge(crossing, context, 'filter', 'forward') ??
    judge(crossing, context, 'mangle', 'postrouting') ??
    translateSource(crossing, context)
  );
}

/** To the device itself: only the input chains. FastTrack is about what is forwarded. */
function input(crossing: Crossing, context: PacketContext, path: CpuPath): PacketTrace {
  const { log } = crossing;
  if (context.connection) Object.assign(context.connection, { isFasttracked: false, isQueued: false });
  const ended =
    path === 'slow'
      ? (judge(crossing, context, 'mangle', 'input') ?? judge(crossing, context, 'filter', 'input'))
      : undefined;
  if (ended) return ended;
  // The device answers what it takes.
  if (context.connection) Object.assign(context.connection, { isConfirmed: true, seenReply: true });
  log.cpu('local', `for the device: ${context.ip.destination}`);
  return log.end('cpu', { cpuPath: path, isDelivered: true });
}

/** Out of the kernel: neighbour, port, tags. */
function transmit(crossing: Crossing, ip: IpHeader, hop: NextHop, path: CpuPath): PacketTrace {
  const { router, log, packet } = crossing;
  const target = router.derived().interfaces.get(hop.interface);
  const address = hop.gateway ?? ip.destination;
  const mac = target && resolveNeighbour(crossing, target, address);
  if (!target || mac === undefined) {
    log.cpu('neighbour', `${address} does not answer on ${hop.interface}`);
    return log.end('dropped', { cpuPath: path });
  }
  if (packet.length > mtuOf(router, target) && familyOf(ip) === 6) {
    log.cpu('mtu', `too big for ${target.name}`);
    return log.end('dropped', { cpuPath: path });
  }
  log.nextHopMac = mac;
  for (const { port, tags } of waysTo(crossing, target, mac)) log.exits.push({ port, tags, by: 'cpu' });
  log.cpu('route', `routed to ${address} on ${target.name} (${path})`);
  return log.end(log.exits.length > 0 ? 'cpu' : 'dropped', { cpuPath: path });
}
