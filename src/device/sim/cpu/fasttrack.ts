// Marking a connection as fast-tracked, and handing it to the chip where the chip takes such.
// Source: manual, connection-tracking "FastTrack"; l3-hardware-offloading "Offloading FastTrack connections".

import type { Crossing } from '../chip/crossing.ts';
import { type Bypassed, familyOf, hostOf, type IpHeader } from '../chip/packet.ts';
import { portRoutes, routability } from '../chip/routability.ts';
import { vrfOf } from '../derived/addresses.ts';
import type { ForwardingRouter } from '../forwarding-router.ts';
import type { Connection } from './connections.ts';
import { fastTrackObstacle, firewallMenus, setting } from './fast-path.ts';
import { type Between, shaping, slowPathFeatures } from './features.ts';
import { runChain } from './firewall-rules.ts';
import { arriving, type PacketContext, setMark } from './packet-context.ts';
import { bestRoutes, type Decision, decideRoute } from './route-lookup.ts';

/** FastTrack entries that one switch rule may cost: the manual says 3 to 6. */
const entriesPerRule = 6;

/**
 * Only TCP and UDP; IPv6 since 7.18. `isWanted`: the rule has `hw-offload=yes`. The first rule decides, or the manual's
 * example, which takes TCP to the chip and then everything to the CPU, would take nothing to the chip.
 */
export function offerToChip(
  crossing: Crossing,
  context: PacketContext,
  connection: Connection,
  isWanted: boolean,
): void {
  if (connection.isFasttracked) return;
  const { router } = crossing;
  const family = familyOf(context.ip);
  if (context.ip.protocol !== 'tcp' && context.ip.protocol !== 'udp') return;
  if (family === 6 && !router.knows('7.18')) return;
  connection.isFasttracked = true;
  const obstacle = fastTrackObstacle(router, family, bridgesOf(crossing, connection, context));
  connection.isQueued = isWanted && family === 4 && obstacle === undefined;
  if (context.state !== 'new') handToChip(crossing, connection);
}

/**
 * The chip's driver works off a queue: what the opener has put there is not in the chip before the first answer comes.
 * Source: manual, l3-hardware-offloading, "Advanced Monitor" (`fasttrack-queue-size`).
 */
export function handToChip(crossing: Crossing, connection: Connection): void {
  if (!connection.isQueued || connection.isInHardware) return;
  connection.isInHardware = hasRoom(crossing, connection) && isOnChip(crossing, connection);
}

/**
 * FastTrack knows the main table only, and no feature of the slow path. `leaving`: with what NAT makes of it; without
 * `outInterface` it has no way there, and takes the slow path.
 */
export function noteSkipped(
  crossing: Crossing,
  connection: Connection,
  { ip, leaving }: Readonly<Record<'ip' | 'leaving', IpHeader>>,
  { inInterface, outInterface }: { readonly inInterface: string; readonly outInterface: string | undefined },
): void {
  const { log, router } = crossing;
  const routed = { ...ip, destination: leaving.destination, ...portOf(leaving) };
  const way = { inInterface, outInterface: outInterface ?? '' };
  const { rewriting, mark, routingMark } = skippedMangle(crossing, connection, { ip, routed, ...way });
  const decision = decideRoute(router, routed, { inInterface, vrf: vrfOf(router, inInterface), mark: routingMark });
  if (decision.kind === 'route' && leadsElsewhere(router, decision, routed)) {
    log.bypassed.push({ text: `routing by table ${decision.table}` });
  }
  if (outInterface === undefined) return;
  log.bypassed.push(...slowPathFeatures(router, routed, way, leaving));
  // Trees on an interface see FastTrack packets too, without a mark: manual, packet-flow-in-routeros, "FastTrack".
  const byMark = mark === 'no-mark' ? [] : shaping(router, routed, way, mark);
  const missing = byMark.filter(({ row }) => row?.values.has('packet-mark'));
  log.bypassed.push(...rewriting, ...missing, ...shaping(router, routed, way, mark, (parent) => parent === 'global'));
}

/** Than `main`, which FastTrack looks up: by the same one next hop packets lose nothing. */
function leadsElsewhere(
  router: ForwardingRouter,
  { table, routes }: Extract<Decision, { kind: 'route' }>,
  { destination }: IpHeader,
): boolean {
  if (table === 'main') return false;
  const [own, ofMain] = [routes, bestRoutes(router.derived().routes, 'main', hostOf(destination))].map((found) =>
    found.flatMap(({ hops }) => hops.map((hop) => `${hop.interface} ${hop.gateway}`)),
  );
  return own?.length !== 1 || own.join() !== ofMain?.join();
}

function portOf({ destinationPort }: IpHeader): Pick<IpHeader, 'destinationPort'> {
  return destinationPort === undefined ? {} : { destinationPort };
}

interface Skipping extends Between {
  readonly ip: IpHeader;
  /** Behind destination NAT, whose work comes before the routing decision. */
  readonly routed: IpHeader;
}

/** What mangle would have changed, and the marks that queues and the routing decision would have seen. */
function skippedMangle(
  { router, packet }: Crossing,
  found: Connection,
  { ip, routed, inInterface, outInterface }: Skipping,
): { readonly rewriting: readonly Bypassed[]; readonly mark: string; readonly routingMark: string | undefined } {
  const isReply = ip.source !== found.original.source;
  const connection = { ...found };
  const menu = firewallMenus[familyOf(ip)].mangle;
  const rewriting: Bypassed[] = [];
  const context: PacketContext = {
    ...arriving(router, packet, ip, inInterface),
    state: found.seenReply || isReply ? 'established' : 'new',
    direction: isReply ? 'reply' : 'original',
    connection,
  };
  const isStopped = (chain: string) => {
    const verdict = runChain(context, menu, chain, (row, action) => {
      setMark(context, row, action);
      if (changing.test(action)) rewriting.push({ text: `mangle ${chain}: ${action}`, row });
    });
    return verdict?.action === 'drop';
  };
  if (!isStopped('prerouting')) {
    Object.assign(context, { ip: routed, outInterface });
    if (!isStopped('forward')) isStopped('postrouting');
  }
  return { rewriting, mark: context.packetMark ?? 'no-mark', routingMark: context.routingMark };
}

/** Actions of mangle that change each packet; the MSS stands in openers alone, which FastTrack takes none of. */
const changing = /^(change-(?!mss)|set-priority|clear-df|strip-)/;

function hasRoom({ router, plane }: Crossing, connection: Connection): boolean {
  const chip = router.derived().plane;
  if (!chip || setting(router, '/interface/ethernet/switch/l3hw-settings', 'fasttrack-hw') === 'no') return false;
  const { fasttrackConnections, natEntries } = chip.routing;
  const rules = router.derived().rules.get(chip.chip)?.installed.length ?? 0;
  const isTranslated = connection.isSourceTranslated || connection.isDestinationTranslated;
  if (isTranslated && plane.connections.translatedInHardware >= natEntries) return false;
  return plane.connections.inHardware < fasttrackConnections - rules * entriesPerRule;
}

/**
 * All sides hang on the chip, also where answers leave by another than the one that the opener entered by: ports of it,
 * or bridges and VLANs that it switches.
 */
function isOnChip({ router }: Crossing, { between }: Connection): boolean {
  const chip = router.derived().plane?.chip;
  if (chip === undefined) return false;
  return between.every((name) => isSwitched(router, name, chip));
}

/** Since 7.21 a VLAN can be off as a whole; nobody says what becomes of its connections unless all ports are. */
export function isVlanOff({ router }: Crossing, { between }: Connection): boolean {
  const { plane, interfaces } = router.derived();
  if (!plane || !router.knows('7.21')) return false;
  const ofChip = [...router.target.ports.keys()].filter((name) => router.target.switchOf(name)?.name === plane.chip);
  const isAnyOn = ofChip.some((name) => portRoutes(router, name));
  return between.some((name) => {
    const found = interfaces.get(name);
    if (found?.kind !== 'vlan' || routability(plane, found).by !== 'cpu') return false;
    return isAnyOn || found.row.values.get('l3-hw-offloading') === 'no';
  });
}

function isSwitched(router: Crossing['router'], name: string, chip: string): boolean {
  const { interfaces, bridges, hardware } = router.derived();
  const found = interfaces.get(name);
  if (!found) return false;
  if (found.kind === 'ethernet')
    return router.target.switchOf(found.row.values.get('default-name') ?? '')?.name === chip;
  if (found.kind === 'bonding') return found.slaves.every((slave) => isSwitched(router, slave, chip));
  const bridge = bridges.get(found.kind === 'vlan' ? (found.parent ?? '') : name);
  // Tags of a bridge that does not filter are not the chip's business.
  if (found.kind === 'vlan' && bridge?.filtering !== true) return false;
  return bridge !== undefined && [...bridge.members.keys()].some((member) => hardware.get(member) === chip);
}

/** Source: manual, packet-flow-in-routeros, "FastTrack": a connection that goes over a bridge needs its FastPath. */
function bridgesOf(
  { router }: Crossing,
  { between }: Connection,
  { inInterface = '', outInterface = '' }: PacketContext,
) {
  const { interfaces, bridges } = router.derived();
  return [...between, inInterface, outInterface].flatMap((name) => {
    const parent = interfaces.get(name)?.parent ?? name;
    return bridges.has(parent) ? [parent] : [];
  });
}
