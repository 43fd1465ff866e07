// The ends of a flow as addresses and interfaces of one device.

import { enabledItemsOf, type Item, propertyValue } from '../../model/config.ts';
import { type Prefix, parsePrefix } from '../../model/prefix.ts';
import { append } from '../../source/append.ts';
import { derivedOnce, derivedPer } from '../../source/grouping.ts';
import { wordSet } from '../../source/word-set.ts';
import { hostsAmong, networksAmong } from '../network/addresses.ts';
import { addressInterval } from '../network/matchers.ts';
import type { Network } from '../network/network.ts';
import { vrfAt } from '../network/vrfs.ts';
import type { Endpoint, Flow } from '../packets/flow.ts';
import {
  allAddresses,
  type Interval,
  type IntervalSet,
  intersect,
  isEmpty,
  type PacketSet,
  prefixInterval,
  subtract,
  together,
  unionOf,
} from '../packets/space.ts';
import { type Destinations, leadingBy, partition, policyTables, specificDestinations } from './fib.ts';
import { ofPeers } from './wireguard.ts';

/** Addresses that nobody on the Internet has: special-use blocks of RFC 6890 that are not documentation. */
const notInternet = prefixSet(`
  0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.168.0.0/16 198.18.0.0/15
  224.0.0.0/3
`);

function prefixSet(text: string): IntervalSet {
  return unionOf([...wordSet(text)].flatMap((word) => parsePrefix(word) ?? []).map(prefixInterval));
}

/** Of IPv6 it is global unicast as IANA hands it out to networks. */
export const internetSpace: Record<4 | 6, IntervalSet> = {
  4: subtract(allAddresses(4), notInternet),
  6: subtract(prefixSet('2000::/3'), prefixSet('2001::/23')),
};

/** Whether somebody on the Internet may have an address of it. */
export function isOfInternet(prefix: Prefix): boolean {
  return !isEmpty(intersect([prefixInterval(prefix)], internetSpace[prefix.family]));
}

/** What no unicast packet can be addressed to. */
export const notUnicast: Record<4 | 6, IntervalSet> = {
  4: prefixSet('0.0.0.0/8 127.0.0.0/8 224.0.0.0/3'),
  6: prefixSet('::/127 fe80::/10 ff00::/8'),
};

export const unicast: Record<4 | 6, IntervalSet> = {
  4: subtract(allAddresses(4), notUnicast[4]),
  6: subtract(allAddresses(6), notUnicast[6]),
};

/** What an end stands for, without the device itself unless nothing else is meant; empty = nothing of this family. */
export const addressesOfEnd = derivedPer(
  (network: Network, end: Endpoint, family: 4 | 6): IntervalSet =>
    withoutOwn(network, family, derive(network, end, family)),
);

const multicast: Record<4 | 6, IntervalSet> = { 4: prefixSet('224.0.0.0/4'), 6: prefixSet('ff00::/8') };

/** The multicast groups that an end names. */
export function groupsOfEnd({ prefixes }: Endpoint, family: 4 | 6): IntervalSet {
  const named = prefixes.filter((prefix) => prefix.family === family).map(prefixInterval);
  return intersect(unionOf(named), multicast[family]);
}

export function isForGroups({ family, destination }: PacketSet): boolean {
  return !isEmpty(destination) && isEmpty(subtract(destination, multicast[family]));
}

function derive(network: Network, end: Endpoint, family: 4 | 6): IntervalSet {
  const parts: Interval[] = end.prefixes.filter((prefix) => prefix.family === family).map(prefixInterval);
  if (end.internet && (family === 4 || hasDefaultRoute(network, 6))) {
    parts.push(...subtract(internetSpace[family], specificDestinations(network, family)));
  }
  if (end.prefixes.length === 0 && end.interfaces.length > 0) parts.push(...behind(network, end.interfaces, family));
  const isAny = end.interfaces.length === 0 && end.prefixes.length === 0 && !end.internet;
  if (isAny) parts.push(...behind(network, undefined, family));
  const [tunnel, ...others] = end.interfaces;
  const named = unionOf(parts);
  const meant = tunnel === undefined || others.length > 0 ? named : ofPeers(network, tunnel, family, named);
  return subtract(meant, notUnicast[family]);
}

/** Who a default route is for: the Internet, and whoever else is named by what picks tables or shapes packets. */
const meantBeyond = derivedPer(({ config }: Network, family: 4 | 6): IntervalSet => {
  const root = family === 4 ? '/ip' : '/ipv6';
  const rules = (['/routing/rule', '/queue/simple', `${root}/firewall/mangle`] as const).flatMap((menu) =>
    enabledItemsOf(config, menu),
  );
  const valuesOf = (items: readonly Item[], ...names: readonly string[]) =>
    items.flatMap((item) => names.flatMap((name) => propertyValue(item, name) ?? []));
  const lists = new Set(valuesOf(rules, 'dst-address-list'));
  const members = enabledItemsOf(config, `${root}/firewall/address-list`).filter((item) =>
    lists.has(propertyValue(item, 'list') ?? ''),
  );
  const named = [...valuesOf(rules, 'dst-address', 'dst'), ...valuesOf(members, 'address')];
  return unionOf([...internetSpace[family], ...named.flatMap((text) => addressInterval(text, family) ?? [])]);
});

function hasDefaultRoute({ routes }: Network, family: 4 | 6): boolean {
  return routes.some(({ prefix, table }) => prefix.family === family && prefix.length === 0 && table === 'main');
}

/**
 * Everything that is reached through some interfaces, by policy where `main` and the VRFs know no way; undefined =
 * through any.
 */
function behind(network: Network, interfaces: readonly string[] | undefined, family: 4 | 6): readonly Interval[] {
  const reachedBy = (tables: readonly string[]) =>
    tables.flatMap((table) => {
      const leading = leadingBy(network, table, family);
      const groups = new Set((interfaces ?? [...leading.keys()]).flatMap((name) => leading.get(name) ?? []));
      return [...groups].flatMap(({ set, length }) =>
        length === 0 ? intersect(set, meantBeyond(network, family)) : set,
      );
    });
  const own = reachedBy(ownTables(network));
  return interfaces ? [...own, ...unknownToOwnTables(network, family, unionOf(reachedBy(policyTables(network))))] : own;
}

/** Tables that packets are looked up in by the interface where they enter. */
function ownTables({ vrfs }: Network): readonly string[] {
  return ['main', ...vrfs.keys()];
}

/** The device's own addresses. */
export const ownAddresses = derivedPer((network: Network, family: 4 | 6): IntervalSet => {
  const all = [...network.l3Interfaces.values()].flatMap(({ addresses }) => addresses);
  return hostsAmong(all, family);
});

/**
 * Those that packets of a VRF are for the device by. An address that another VRF has is a host's where the VRF of the
 * packets has a network around it: VRFs may use the same addresses.
 */
export const ownAddressesIn = derivedPer((network: Network, vrf: string, family: 4 | 6): IntervalSet => {
  if (network.vrfs.size === 0) return ownAddresses(network, family);
  const here = [...network.l3Interfaces.values()].filter((each) => each.vrf === vrf).flatMap((each) => each.addresses);
  const others = subtract(ownAddresses(network, family), networksAmong(here, family));
  return unionOf([...others, ...hostsAmong(here, family)]);
});

/** Of packets that enter by an interface. */
export function ownAddressesAt(network: Network, name: string, family: 4 | 6): IntervalSet {
  return ownAddressesIn(network, vrfAt(network, name), family);
}

/** Whether all packets of a class that enter by an interface are for the device itself. */
export function isOwn(network: Network, inInterface: string, { destination, family }: PacketSet): boolean {
  return isEmpty(subtract(destination, ownAddressesAt(network, inInterface, family)));
}

/** Where packets of some sources enter: interfaces of an end, or those that the routes back to its addresses use. */
export const entriesOf = derivedPer((network: Network, end: Endpoint, family: 4 | 6, sources: IntervalSet) => {
  const named = end.interfaces.filter((name) => network.isUp(name));
  const found = new Map<string, IntervalSet[]>(named.map((name) => [name, [sources]]));
  for (const { nextHops, set } of isNamed(end) ? [] : routedBack(network, family, sources)) {
    for (const { interface: name } of nextHops) if (name !== undefined) append(found, name, set);
  }
  return [...found].map(([name, sets]) => ({ interface: name, sources: together(sets) }));
});

/** Not by its addresses alone. */
function isNamed({ interfaces, internet }: Endpoint): boolean {
  return interfaces.length > 0 && !internet;
}

/** Tables that rules pick send where senders are that `main` and the VRFs know nothing of. */
function routedBack(network: Network, family: 4 | 6, sources: IntervalSet): readonly Destinations[] {
  const own = ownTables(network).map((table) => partition(network, table, family, sources));
  const left = unknownToOwnTables(network, family, sources);
  const others = isEmpty(left) ? [] : policyTables(network);
  return [...own, ...others.map((table) => partition(network, table, family, left))].flatMap(({ routed }) => routed);
}

/** Addresses of a set that neither `main` nor a VRF has a way to. */
export function unknownToOwnTables(network: Network, family: 4 | 6, set: IntervalSet): IntervalSet {
  return ownTables(network).reduce(
    (rest, table) => (isEmpty(rest) ? rest : partition(network, table, family, rest).unrouted),
    set,
  );
}

/**
 * Those of a sender that is known by its addresses alone that share a table with where the packets go: who uses the
 * same addresses in another VRF never sends there, and nobody by a table whose default route alone knows of both. All
 * of them where something else than the VRF may pick the table.
 */
export function entriesTowards(
  network: Network,
  entries: ReturnType<typeof entriesOf>,
  { from, to }: Pick<Flow, 'from' | 'to'>,
  family: 4 | 6,
) {
  if (network.vrfs.size === 0 || isNamed(from) || picksTables(network)) return entries;
  const leads = (table: string) => to.interfaces.some((name) => leadingBy(network, table, family).has(name));
  const targets = addressesOfEnd(network, to, family);
  const knows = (table: string, set: IntervalSet) =>
    partition(network, table, family, set).routed.some(({ length }) => length > 0);
  const sharing = entries.filter(({ interface: name, sources }) => {
    const table = vrfAt(network, name);
    return to.interfaces.length > 0 ? leads(table) : knows(table, sources) || knows(table, targets);
  });
  return sharing.length > 0 ? sharing : entries;
}

const picksTables = derivedOnce(({ config }: Network) => {
  const marking = ['/ip/firewall/mangle', '/ipv6/firewall/mangle', '/interface/ethernet/switch/rule'] as const;
  const picks = (item: Item) => propertyValue(item, 'new-routing-mark') || propertyValue(item, 'new-vrf');
  const rules = enabledItemsOf(config, '/routing/rule');
  return rules.length > 0 || marking.some((menu) => enabledItemsOf(config, menu).some(picks));
});

function withoutOwn(network: Network, family: 4 | 6, set: IntervalSet): IntervalSet {
  const others = subtract(set, ownAddresses(network, family));
  return isEmpty(others) ? set : others;
}
