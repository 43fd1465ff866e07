// How a packet leaves: from an L3 interface or a bridge to a front port, with the tags that it has on the wire.

import { isYes, type MenuPath } from '../../../model/config.ts';
import { containsPrefix } from '../../../model/prefix.ts';
import { isEnabledRow } from '../cpu/fast-path.ts';
import type { Interface } from '../derived/interfaces.ts';
import type { ForwardingRouter } from '../forwarding-router.ts';
import type { StoredRow } from '../store/store.ts';
import type { Crossing } from './crossing.ts';
import { entryOf, interfaceOf } from './entry.ts';
import { hostOf, isGroupMac, type Tag } from './packet.ts';
import { type BridgeProgram, isMember, type Member } from './program.ts';
import type { Host } from './tables.ts';

export interface Way {
  readonly port: string;
  readonly tags: readonly Tag[];
  /**
   * The member of a hardware bridge, or the lone port, belongs to this chip; undefined = only the kernel can send
   * there.
   */
  readonly chip: string | undefined;
}

/** Tags of the frames that a host sends. */
export function tagsOf({ vlan }: Host): readonly Tag[] {
  return vlan === undefined ? [] : [{ vlan }];
}

/** Ways to the holder of a MAC address on an L3 interface: one when it is known, all of the VLAN when it is not. */
export function waysTo(crossing: Crossing, target: Interface, mac: string, tags: readonly Tag[] = []): readonly Way[] {
  switch (target.kind) {
    case 'ethernet':
      return target.running ? [{ port: target.name, tags, chip: chipOfPort(crossing, target) }] : [];
    case 'bonding':
      return bondWays(crossing, target, tags);
    case 'bridge': {
      const bridge = crossing.router.derived().bridges.get(target.name);
      return bridge ? bridgeWays(crossing, bridge, bridge.filtering ? bridge.self.pvid : 0, mac, tags) : [];
    }
    case 'vlan':
      return vlanWays(crossing, target, mac, tags);
    default:
      return [];
  }
}

/** From a VLAN interface: in its VLAN of a bridge that filters, with one tag more through anything else. */
function vlanWays(crossing: Crossing, target: Interface, mac: string, tags: readonly Tag[]): readonly Way[] {
  const { interfaces, bridges } = crossing.router.derived();
  const vlan = Number(target.row.values.get('vlan-id'));
  const parent = interfaces.get(target.parent ?? '');
  if (!parent) return [];
  const bridge = parent.kind === 'bridge' ? bridges.get(parent.name) : undefined;
  const isService = target.row.values.get('use-service-tag') === 'yes';
  const tag: Tag = { vlan, ...(isService && { tpid: '0x88a8' }) };
  if (!bridge) return waysTo(crossing, parent, mac, [tag, ...tags]);
  if (!bridge.filtering) return bridgeWays(crossing, bridge, 0, mac, [tag, ...tags]);
  // A tag that is not of the bridge's kind is payload there.
  if ((tag.tpid ?? '0x8100') !== bridge.tpid) return [];
  // The bridge itself has to be a member for the device to take part.
  return isMember(bridge, vlan, bridge.name) ? bridgeWays(crossing, bridge, vlan, mac, tags) : [];
}

function chipOfPort({ router }: Crossing, port: Interface): string | undefined {
  return router.target.switchOf(port.row.values.get('default-name') ?? '')?.name;
}

/** A bond sends by its first running slave; which one it is does not matter to who forwards. */
function bondWays(crossing: Crossing, bond: Interface, tags: readonly Tag[]): readonly Way[] {
  const { interfaces } = crossing.router.derived();
  for (const name of bond.slaves) {
    const slave = interfaces.get(name);
    if (slave?.running) return [{ port: name, tags, chip: chipOfPort(crossing, slave) }];
  }
  return [];
}

/** From inside a bridge; `except` is where the packet came from. */
export function bridgeWays(
  crossing: Crossing,
  bridge: BridgeProgram,
  vlan: number,
  mac: string,
  tags: readonly Tag[],
  except?: Member,
): readonly Way[] {
  const { router, plane } = crossing;
  const ageing = bridge.row.values.get('ageing-time') ?? '5m';
  const learned = (): string | undefined => plane.fdb.lookup(bridge.name, vlan, mac, router.now, ageing);
  const known = isGroupMac(mac) ? undefined : (staticHost(crossing, bridge, vlan, mac) ?? learned());
  const seen = known === undefined ? undefined : bridge.members.get(known);
  // A port that went down has forgotten its addresses.
  const holder = seen && router.derived().interfaces.get(seen.name)?.running ? seen : undefined;
  if (holder) return holder === except ? [] : memberWays(crossing, bridge, vlan, holder, tags);
  const ways: Way[] = [];
  for (const member of bridge.members.values()) {
    if (!floods(member, mac) || isKeptFrom(member, except)) continue;
    ways.push(...memberWays(crossing, bridge, vlan, member, tags));
  }
  return ways;
}

/** Nothing returns to where it came from, nor to another member of that one's split horizon. */
function isKeptFrom(member: Member, origin: Member | undefined): boolean {
  if (origin === undefined) return false;
  return member === origin || (origin.horizon !== 'none' && origin.horizon === member.horizon);
}

/** `/interface/bridge/host`: written by hand, never ages. */
function staticHost({ router }: Crossing, bridge: BridgeProgram, vlan: number, mac: string): string | undefined {
  const row = router.store
    .rows('/interface/bridge/host')
    .find(
      ({ values }) =>
        values.get('bridge') === bridge.name &&
        values.get('mac-address')?.toUpperCase() === mac.toUpperCase() &&
        (!bridge.filtering || Number(values.get('vid') ?? vlan) === vlan),
    );
  return row?.values.get('interface');
}

function floods({ floods: allowed }: Member, mac: string): boolean {
  if (mac.toUpperCase() === 'FF:FF:FF:FF:FF:FF') return allowed.broadcast;
  return isGroupMac(mac) ? allowed.multicast : allowed.unicast;
}

/** Out of one member, tagged as the VLAN table says; none when it is no member of the VLAN. */
function memberWays(
  crossing: Crossing,
  bridge: BridgeProgram,
  vlan: number,
  member: Member,
  tags: readonly Tag[],
): readonly Way[] {
  const { interfaces, hardware } = crossing.router.derived();
  const found = interfaces.get(member.name);
  if (!found?.running) return [];
  let onWire = tags;
  if (bridge.filtering) {
    if (!isMember(bridge, vlan, member.name)) return [];
    const isTagged = bridge.vlans.get(vlan)?.tagged.has(member.name) === true;
    onWire = isTagged ? [{ vlan, ...(bridge.tpid !== '0x8100' && { tpid: bridge.tpid }) }, ...tags] : tags;
  }
  const chip = hardware.get(member.name);
  const ways = found.kind === 'vlan' ? waysTo(crossing, found, '', onWire) : portWays(crossing, found, onWire);
  return ways.map((way) => ({ ...way, chip }));
}

function portWays(crossing: Crossing, found: Interface, tags: readonly Tag[]): readonly Way[] {
  if (found.kind === 'bonding') return bondWays(crossing, found, tags);
  return found.kind === 'ethernet' ? [{ port: found.name, tags, chip: undefined }] : [];
}

/** The MAC address of a neighbour on an L3 interface, where it is known: learned, or written by hand. */
export function knownNeighbour({ plane, router }: Crossing, name: string, address: string): string | undefined {
  const menu: MenuPath = address.includes(':') ? '/ipv6/neighbor' : '/ip/arp';
  const written = router.store
    .rows(menu)
    .find((row) => isEnabledRow(row) && row.values.get('address') === address && row.values.get('interface') === name);
  const learnt = learns(router, name, menu) ? plane.neighbours.resolve(name, address) : undefined;
  return written?.values.get('mac-address') ?? learnt;
}

/** It asks by ARP, or the DHCP server writes down whom it gives an address. */
function learns(router: ForwardingRouter, name: string, menu: MenuPath): boolean {
  const mode = router.derived().interfaces.get(name)?.row.values.get('arp') ?? 'enabled';
  const isServed = ({ values }: StoredRow) => values.get('interface') === name && isYes(values.get('add-arp'));
  return menu !== '/ip/arp' || !/disabled|reply-only/.test(mode) || router.store.rows('/ip/dhcp-server').some(isServed);
}

/**
 * The MAC address of a neighbour on an L3 interface: known already, or asked for now. An answer also teaches the bridge
 * where the neighbour is.
 */
export function resolveNeighbour(crossing: Crossing, target: Interface, address: string): string | undefined {
  const { plane } = crossing;
  const known = knownNeighbour(crossing, target.name, address);
  if (known !== undefined) return known;
  const holder = plane.hosts.find((host) => host.address === address && announce(crossing, host) === target.name);
  if (!holder) return undefined;
  plane.neighbours.add(target.name, address, holder.mac);
  return knownNeighbour(crossing, target.name, address);
}

/**
 * A host speaks to the device: its port learns the MAC address, its L3 interface the neighbour. The interface's name
 * when the device hears it.
 */
export function announce({ plane, router }: Crossing, host: Host): string | undefined {
  if (!router.derived().interfaces.get(host.port)?.running) return undefined;
  const entry = entryOf(router, host.port, tagsOf(host));
  const heard = interfaceOf(router, entry);
  if (!heard) return undefined;
  if (entry.kind === 'bridged') {
    plane.fdb.learn(entry.bridge.name, entry.vlan, host.mac, entry.member.name, router.now, Number.POSITIVE_INFINITY);
  }
  if (host.isResolved || isNear(router, heard.name, host.address))
    plane.neighbours.add(heard.name, host.address, host.mac);
  return heard.name;
}

/** Whether an address belongs to a network that is connected at the interface. */
export function isNear(router: ForwardingRouter, name: string, address: string): boolean {
  const host = hostOf(address);
  return router.derived().addresses.some((each) => each.interface === name && containsPrefix(each.network, host));
}

/** Frames longer than a port's L2MTU do not leave it; each tag counts four bytes. */
export function fitsPort({ router, packet }: Crossing, { port, tags }: Way): boolean {
  const row = router.derived().interfaces.get(port)?.row;
  const l2mtu = Number(row?.values.get('l2mtu') ?? defaultL2mtu);
  return packet.length + 4 * tags.length <= l2mtu;
}

/** What switch ports are set to at the factory. Source: verbose export of a CRS310. */
const defaultL2mtu = 1592;
