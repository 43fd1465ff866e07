// A packet meets the device: the chip of its port first (ACL, learning, switching, routing), the kernel for whatever
// the chip passes up. Source: manual, packet-flow-in-routeros, "Flow of hardware offloaded packet";
// l3-hardware-offloading.

import { containsPrefix } from '../../../model/prefix.ts';
import { isLocalAddress } from '../cpu/firewall-rules.ts';
import { bridgeInKernel, routeInKernel, takeByDevice } from '../cpu/kernel.ts';
import { vrfOf } from '../derived/addresses.ts';
import type { ForwardingRouter } from '../forwarding-router.ts';
import { capabilitiesOf } from './capabilities.ts';
import type { Crossing } from './crossing.ts';
import { bridgeWays, fitsPort, isNear, tagsOf, type Way } from './egress.ts';
import { bridgeInterface, type Entry, entryOf, interfaceOf } from './entry.ts';
import { familyOf, hostOf, isGroupMac, type PacketTrace } from './packet.ts';
import { hasIpv6Offload, routability } from './routability.ts';
import { leadsSomewhere, routeInChip, unpredictable } from './router.ts';
import { applyRules } from './rule-actions.ts';
import { isBesideChip, unmodelledFeatures } from './unmodelled.ts';

type Bridged = Extract<Entry, { kind: 'bridged' }>;

/** Handles one packet from its first bit on. */
export function receive(crossing: Crossing): PacketTrace {
  const { router, log, packet } = crossing;
  log.unmodelled.push(...unmodelledFeatures(router));
  const port = router.derived().interfaces.get(packet.port);
  if (!port?.running) return drop(crossing, `${packet.port} is down`);
  const entry = entryOf(router, packet.port, packet.tags);
  if (!fitsPort(crossing, { port: packet.port, tags: packet.tags, chip: undefined })) {
    return drop(crossing, `longer than the L2MTU of ${packet.port}`);
  }
  const filled = withDestination(crossing, entry);
  if (!filled) return drop(crossing, 'nobody answers the sender’s ARP');
  const chip = router.target.switchOf(port.row.values.get('default-name') ?? '')?.name;
  if (chip === undefined) {
    const unknown = entry.kind === 'bridged' ? undefinedRouting(filled, entry) : undefined;
    if (unknown !== undefined) return unpredictable(filled, [], unknown);
    log.cpu('port', `${packet.port} hangs on the CPU`);
    return enterKernel(filled, entry, false);
  }
  return enterChip(filled, entry, chip);
}

/**
 * A sender without a wish asks by ARP: for the destination itself when it is in its own VLAN, else for its gateway, the
 * device. Undefined when nobody answers.
 */
function withDestination(crossing: Crossing, entry: Entry): Crossing | undefined {
  const { packet, plane, router } = crossing;
  if (packet.destinationMac !== undefined) return crossing;
  const neighbour = plane.hosts.find(
    (host) =>
      host.address === packet.ip?.destination &&
      isSameSubnet(router, packet.ip.source, host.address) &&
      isAdjacent(entry, entryOf(router, host.port, tagsOf(host))),
  );
  const own = interfaceOf(router, entry);
  if (!neighbour && own) learnSender(crossing, own.name);
  const answer = neighbour?.mac ?? own?.mac;
  return answer === undefined ? undefined : { ...crossing, packet: { ...packet, destinationMac: answer } };
}

/** As far as the device's own networks tell; senders that it has no network for are taken to be near. */
function isSameSubnet(router: ForwardingRouter, source: string, destination: string): boolean {
  const networks = router.derived().addresses.filter(({ network }) => containsPrefix(network, hostOf(source)));
  return networks.length === 0 || networks.some(({ network }) => containsPrefix(network, hostOf(destination)));
}

/** A sender on the connected network who asks for the device's MAC address tells its own. */
function learnSender({ packet, plane, router }: Crossing, name: string): void {
  const { ip, sourceMac } = packet;
  if (ip && isNear(router, name, ip.source)) plane.neighbours.add(name, ip.source, sourceMac);
}

/** In the same VLAN; on a bridge that does not filter, with the same tag. */
function isAdjacent(a: Entry, b: Entry): boolean {
  if (a.kind !== 'bridged' || b.kind !== 'bridged' || a.bridge.name !== b.bridge.name) return false;
  return a.vlan === b.vlan && a.tags[0]?.vlan === b.tags[0]?.vlan;
}

function drop({ log }: Crossing, why: string): PacketTrace {
  log.chip('drop', why);
  return log.end('dropped');
}

/** `entry` decides everything that comes from the wiring; rules may still change the VLAN. */
function enterChip(crossing: Crossing, entry: Entry, chip: string): PacketTrace {
  const { router, log } = crossing;
  const { hardware } = router.derived();
  const isSwitched = entry.kind === 'bridged' && hardware.get(entry.member.name) === chip;
  if (isSwitched && entry.refused !== undefined) return drop(crossing, entry.refused);
  const ruled = applyRules(crossing, entry, chip, isSwitched);
  if (ruled.kind === 'ended') return ruled.trace;
  if (ruled.kind === 'to-cpu') return enterKernel(crossing, entry, false);
  if (isSwitched) return switchInChip(crossing, { ...entry, vlan: ruled.vlan ?? entry.vlan }, chip, ruled.vrf);
  if (entry.kind !== 'routed') {
    const isSteered = ruled.vrf !== undefined && ruled.vrf !== 'main';
    const unknown = isSteered ? undefined : undefinedRouting(crossing, entry);
    if (unknown !== undefined) return unpredictable(crossing, [], unknown);
    log.chip('port', 'the chip does not switch this port');
    return enterKernel(crossing, entry, false);
  }
  return isForDevice(crossing, entry.interface.mac)
    ? routeOrPass(crossing, entry, chip, ruled.vrf)
    : enterKernel(crossing, entry, false);
}

/** A port of a second bridge, or beside the chip in its bridge, while the chip routes: undefined to the manual. */
function undefinedRouting(crossing: Crossing, entry: Entry): string | undefined {
  const { plane } = crossing.router.derived();
  const own = interfaceOf(crossing.router, entry);
  const { ip } = crossing.packet;
  if (!plane || !own || !ip || !isForDevice(crossing, own.mac)) return undefined;
  if (isLocalAddress(crossing.router, ip.destination, vrfOf(crossing.router, own.name))) return undefined;
  if (familyOf(ip) === 6 && !hasIpv6Offload(crossing.router)) return undefined;
  // What has nowhere to go goes nowhere, whoever looks.
  if (!leadsSomewhere(crossing, own.name, ip)) return undefined;
  const result = routability(plane, own);
  if (result.by === 'nobody-knows') return result.why;
  const isBeside = result.by === 'chip' && isBesideChip(crossing.router, crossing.packet.port);
  return isBeside ? 'a port beside the chip in its bridge' : undefined;
}

function isForDevice({ packet }: Crossing, mac: string): boolean {
  return packet.destinationMac?.toUpperCase() === mac.toUpperCase();
}

function switchInChip(crossing: Crossing, entry: Bridged, chip: string, vrf: string | undefined): PacketTrace {
  const { router, log, packet, plane } = crossing;
  const { bridge, member, vlan, tags } = entry;
  const mac = packet.destinationMac ?? '';
  if (member.learns && !isGroupMac(packet.sourceMac)) {
    plane.fdb.learn(
      bridge.name,
      vlan,
      packet.sourceMac,
      member.name,
      router.now,
      capabilitiesOf(router.target, chip).fdb,
    );
  }
  if (isReserved(mac)) {
    log.chip('reserved', 'a reserved group address: to the CPU');
    return takeByDevice(crossing);
  }
  const own = bridgeInterface(router, bridge, vlan, tags);
  if (own && isForDevice(crossing, own.mac)) return routeOrPass(crossing, entry, chip, vrf);
  const ways = bridgeWays(crossing, bridge, vlan, mac, tags, member);
  const reachesDevice = isGroupMac(mac) && own !== undefined;
  return leaveSwitch(crossing, entry, ways, chip, reachesDevice);
}

/** 01:80:C2:00:00:00 to :0F are for bridges themselves. */
function isReserved(mac: string): boolean {
  return /^01:80:C2:00:00:0[0-9A-F]$/i.test(mac);
}

/** Copies for members on this chip leave here; members of the software get theirs from the kernel. */
function leaveSwitch(
  crossing: Crossing,
  entry: Bridged,
  ways: readonly Way[],
  chip: string,
  reachesDevice: boolean,
): PacketTrace {
  const { log } = crossing;
  const fits = ways.filter((way) => fitsPort(crossing, way));
  const here = fits.filter((way) => way.chip === chip);
  const beyond = fits.filter((way) => way.chip !== chip);
  for (const { port, tags } of here) log.exits.push({ port, tags, by: 'chip' });
  if (here.length > 0) log.chip('fdb', `switched to ${here.map(({ port }) => port).join(', ')}`);
  if (beyond.length > 0) return bridgeInKernel(crossing, entry.bridge, beyond, here.length > 0);
  if (reachesDevice && here.length === 0) return takeByDevice(crossing);
  if (here.length === 0) return drop(crossing, 'no member of the VLAN to send it to');
  return log.end('hardware', { isDelivered: reachesDevice });
}

/** Layer 3: the chip when it can, else the kernel. */
function routeOrPass(crossing: Crossing, entry: Entry, chip: string, vrf: string | undefined): PacketTrace {
  const result = routeInChip(crossing, entry, chip, vrf);
  if (result.kind === 'ended') return result.trace;
  crossing.log.chip('trap', result.why);
  const own = interfaceOf(crossing.router, entry);
  if (vrf !== undefined && own && vrf !== vrfOf(crossing.router, own.name)) {
    crossing.log.unmodelled.push('new-vrf of a packet that the CPU routes');
  }
  return enterKernel(crossing, entry, false, vrf);
}

/** From the chip's CPU port, or straight from a port of the CPU, into the kernel. */
function enterKernel(crossing: Crossing, entry: Entry, wasFlooded: boolean, vrf?: string): PacketTrace {
  const { router, log, packet, plane } = crossing;
  if (entry.kind === 'lost') {
    log.cpu('drop', entry.why);
    return log.end('dropped');
  }
  if (entry.kind === 'routed') return deliver(crossing, entry.interface.name, entry.interface.mac, vrf);
  if (entry.refused !== undefined) {
    log.cpu('drop', entry.refused);
    return log.end('dropped');
  }
  const { bridge, member, vlan, tags } = entry;
  if (member.learns && !isGroupMac(packet.sourceMac)) {
    plane.fdb.learn(bridge.name, vlan, packet.sourceMac, member.name, router.now, Number.POSITIVE_INFINITY);
  }
  const own = interfaceOf(router, entry);
  const mac = packet.destinationMac ?? '';
  if (own && (isForDevice(crossing, own.mac) || isReserved(mac))) return deliver(crossing, own.name, own.mac, vrf);
  const ways = bridgeWays(crossing, bridge, vlan, mac, tags, member).filter((way) => fitsPort(crossing, way));
  if (ways.length > 0) return bridgeInKernel(crossing, bridge, ways, wasFlooded);
  if (own && isGroupMac(mac)) return takeByDevice(crossing);
  log.cpu('drop', 'no member of the VLAN to send it to');
  return log.end('dropped');
}

function deliver(crossing: Crossing, name: string, mac: string, vrf: string | undefined): PacketTrace {
  const { packet, log } = crossing;
  const destination = packet.destinationMac ?? '';
  if (!isGroupMac(destination) && !isForDevice(crossing, mac)) {
    log.cpu('drop', `${destination} is nobody here`);
    return log.end('dropped');
  }
  if (!packet.ip) return takeByDevice(crossing);
  return routeInKernel(crossing, packet.ip, name, vrf);
}
