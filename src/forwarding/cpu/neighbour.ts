// What the chip has to know of the next neighbour before it forwards by a route.

import { enabledItemsOf, type Item, isYes, type MenuPath, propertyValue } from '../../model/config.ts';
import { bitsOf, containsPrefix } from '../../model/prefix.ts';
import type { TraceState } from '../firewall/outcome.ts';
import { poolAddresses } from '../network/address-lists.ts';
import { addressInterval } from '../network/matchers.ts';
import type { L3Interface, Network, NextHop, Route, TightMtu } from '../network/network.ts';
import { cause, makeReason, placeOf, type Reason } from '../packets/causes.ts';
import type { Cause } from '../packets/flow.ts';
import { type IntervalSet, overlapsSet, prefixInterval, unionOf } from '../packets/space.ts';
import type { Destinations } from '../routing/fib.ts';

/** One way of a route: the next hop, and the interface that leads to it. */
type Way = Readonly<{ hop: NextHop; interface: string }>;

/** What fits into the MTU that the interface has instead is forwarded all the same. */
function refusedMtu(owner: L3Interface | undefined): Cause | undefined {
  if (!owner?.tightMtu?.isRefused) return undefined;
  const code = owner.kind === 'bridge' ? 'mtu/bridge-l2mtu-min' : 'mtu/vlan-mtu-gt-bridge';
  return cause(code, mtuNotKept(owner, owner.tightMtu), placeOf(owner.item, 'mtu'));
}

/** That an interface has another MTU than is written, and why. */
export function mtuNotKept({ name, kind }: L3Interface, { written }: TightMtu): string {
  return `\`${name}\` does not get its MTU of ${written}: ${kind === 'port' ? 'its L2MTU is' : 'ports below it carry'} less`;
}

/** Hosts have to be resolved one by one, and behind a bridge their MAC address has to be known as well. */
export function neighbourNotes(network: Network, trace: TraceState, way: Way, { routes }: Destinations) {
  const enters = network.l3Interfaces.get(trace.traffic.inInterface);
  const out = network.l3Interfaces.get(way.interface);
  const notes: Cause[] = [enters, out].flatMap((owner) => refusedMtu(owner) ?? []);
  if (out && (enters?.mtu ?? 0) > out.mtu) {
    const text = `packets of more than ${out.mtu} bytes do not fit \`${way.interface}\``;
    notes.push(cause('mtu/routed-mtu-mismatch', text, placeOf(out.item, 'mtu')));
  }
  if (way.hop.kind !== 'interface') return notes;
  const at = routes[0]?.item.origin;
  const silent = trace.traffic.oneWay ? '; one that never answers ARP stays on the CPU' : '';
  const what = trace.packets.family === 4 ? 'ARP' : 'neighbour discovery';
  const resolved = `in hardware once the receiver is resolved by ${what}${silent}`;
  notes.push(cause('route/connected-host-unresolved', resolved, at));
  if (out?.kind === 'vlan' || out?.kind === 'bridge') {
    const text = `in hardware once a port of \`${way.interface}\` has learned the receiver's MAC address from a frame of its own`;
    notes.push(cause('route/connected-host-no-fdb', text, at));
  }
  if (routes[0] && sharedGateway(network, routes[0]) === way.interface) {
    const text = `the gateway is \`${way.interface}\` itself, so every destination is resolved by itself`;
    notes.push(cause('route/route-via-interface-gateway', text, placeOf(routes[0].item, 'gateway')));
  }
  return notes;
}

const shared: ReadonlySet<string | undefined> = new Set(['port', 'bond', 'bridge', 'vlan']);

/**
 * The interface in place of a next hop, where many hosts may share it: each destination is resolved by itself. One host
 * is, and those of its own network are, by any route. Source: manual, vrf, of connected networks of another VRF.
 */
export function sharedGateway(network: Network, { origin, nextHops, prefix }: Route): string | undefined {
  if (origin !== 'static' || prefix.length === bitsOf(prefix.family)) return undefined;
  const isItsOwn = (name: string) =>
    network.l3Interfaces.get(name)?.addresses.some((each) => containsPrefix(each.network, prefix));
  return nextHops.find(
    (hop) => hop.kind === 'interface' && shared.has(network.kindOf(hop.interface)) && !isItsOwn(hop.interface),
  )?.interface;
}

/** Of an interface: whether it asks for the addresses of hosts behind it. */
function resolvesHosts(item: Item): boolean {
  const mode = propertyValue(item, 'arp');
  return mode !== 'disabled' && mode !== 'reply-only';
}

/** The addresses that a DHCP server may give to hosts. Source: manual, dhcp, `address-pool`, and "Leases". */
function leasedBy({ config }: Network, server: Item): IntervalSet {
  const leases = enabledItemsOf(config, '/ip/dhcp-server/lease').flatMap(
    (each) => addressInterval(propertyValue(each, 'address') ?? '', 4) ?? [],
  );
  return unionOf([...leases, ...(poolAddresses(config, propertyValue(server, 'address-pool'), 4) ?? [])]);
}

/**
 * An interface that asks for no hosts, and is told of none, or of none of those that are meant: ARP is IPv4's. Source:
 * manual, arp, "ARP Modes": a valid static entry must already exist.
 */
export function silentReason(network: Network, name: string, family: 4 | 6, paths?: Destinations): Reason | undefined {
  const item = network.l3Interfaces.get(name)?.item;
  if (!item || family === 6 || resolvesHosts(item)) return undefined;
  const rowsHere = (menu: MenuPath) =>
    enabledItemsOf(network.config, menu).filter((each) => propertyValue(each, 'interface') === name);
  const servers = rowsHere('/ip/dhcp-server').filter((server) => isYes(propertyValue(server, 'add-arp')));
  const told = rowsHere('/ip/arp').flatMap((each) => addressInterval(propertyValue(each, 'address') ?? '', 4) ?? []);
  const known = unionOf([...told, ...servers.flatMap((server) => leasedBy(network, server))]);
  const isKnown = (neighbours: IntervalSet) => overlapsSet(neighbours, known);
  if (paths ? neighboursBy(paths).some(isKnown) : told.length + servers.length > 0) return undefined;
  const text = `\`${name}\` does not resolve hosts by itself, and has no static entries for them`;
  return makeReason('dropped', 'route/arp-mode-nonlearning', text, placeOf(item, 'arp'));
}

/** Who has to be resolved, by path: the gateway, or the receivers themselves. */
function neighboursBy({ nextHops, set }: Destinations): readonly IntervalSet[] {
  return nextHops.map((hop) => (hop.kind === 'gateway' ? [prefixInterval(hop.neighbour ?? hop.address)] : set));
}
