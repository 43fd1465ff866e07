// Routed ends: the L3 interfaces at which forwarded traffic enters or leaves, with what lies behind each, how the
// switch chip sees it, and whether that routes from one to another, as far as that does not hang on the route.

import { enabledItemsOf, type Item, propertyValue } from '../../model/config.ts';
import { families, type Prefix } from '../../model/prefix.ts';
import { append } from '../../source/append.ts';
import { derivedOnce, derivedPer, firstOfEach } from '../../source/grouping.ts';
import { networksAmong } from '../network/addresses.ts';
import { classesOf, entriesInto, exitsFrom } from '../network/attachments.ts';
import type { ChipState, L3Interface, Network } from '../network/network.ts';
import { unmodelledAt } from '../network/unmodelled.ts';
import { isVlanOff, type Reason } from '../packets/causes.ts';
import { type IntervalSet, intersect, isEmpty, subtract, together, unionOf } from '../packets/space.ts';
import { notUnicast, ownAddressesIn, unknownToOwnTables } from '../routing/endpoints.ts';
import { destinationsIn, leadingBy, policyTables } from '../routing/fib.ts';
import { deviceReasons, forwardingReason, vrfReason } from './device-reasons.ts';
import { isInHardware, type Leg, legOf } from './leg.ts';
import { macsReason } from './mac-range.ts';
import { flagReason, ingressReason } from './port-leg.ts';

export interface RoutedEnd {
  readonly name: string;
  readonly interface: L3Interface;
  /** The row that routes there: an address, the client that is to get one, or the interface itself. */
  readonly item: Item | undefined;
  /** Connected networks, and prefixes that routes of `main` or a VRF send there: what the chip may know. */
  readonly prefixes: readonly Prefix[];
  /** A default route leads there, of whatever table where `main` and VRFs know no way, or an address yet to be learnt. */
  readonly internet: boolean;
  readonly leg: Leg;
}

/** The ends of one address family, in configuration order. */
export const routedEnds = derivedPer((network: Network, family: 4 | 6): readonly RoutedEnd[] => {
  const behind = prefixesBehind(network, family, ['main', ...network.vrfs.keys()]);
  const byPolicy = prefixesBehind(network, family, policyTables(network));
  const clients = clientsOf(network, family);
  const found: RoutedEnd[] = [];
  for (const owner of network.l3Interfaces.values()) {
    const prefixes = behind.get(owner.name) ?? [];
    const client = clients.get(owner.name);
    const policed = prefixes.length === 0 ? (byPolicy.get(owner.name) ?? []) : [];
    if ((prefixes.length === 0 && policed.length === 0 && !client) || owner.kind === 'loopback') continue;
    found.push({
      name: owner.name,
      interface: owner,
      item: owner.addresses[0]?.item ?? client ?? owner.item,
      prefixes,
      internet: client !== undefined || [...prefixes, ...policed].some(({ length }) => length === 0),
      leg: legOf(network, owner.name, family),
    });
  }
  return found;
});

/** Of both families: what chip and ports do to an interface is asked of IPv6 where it has no IPv4. */
export const allEnds = derivedOnce((network: Network): readonly RoutedEnd[] =>
  firstOfEach([...routedEnds(network, 4), ...routedEnds(network, 6)], ({ name }) => name),
);

/** By interface. */
function prefixesBehind(
  network: Network,
  family: 4 | 6,
  tables: readonly string[],
): ReadonlyMap<string, readonly Prefix[]> {
  const behind = new Map<string, Prefix[]>();
  for (const route of network.routes) {
    if (route.prefix.family !== family || !tables.includes(route.table)) continue;
    for (const { interface: name } of route.nextHops) if (name !== undefined) append(behind, name, route.prefix);
  }
  return behind;
}

/** By interface whose address a DHCP server hands out: what lies behind it is not in the configuration. */
function clientsOf(network: Network, family: 4 | 6): ReadonlyMap<string, Item> {
  const menu = family === 4 ? '/ip/dhcp-client' : '/ipv6/dhcp-client';
  return new Map(enabledItemsOf(network.config, menu).map((item) => [propertyValue(item, 'interface') ?? '', item]));
}

/** Ends at which at least one port is routed in hardware. Empty while L3 offloading is off. */
export const hardwareEnds = derivedPer((network: Network, family: 4 | 6): readonly RoutedEnd[] =>
  routedEnds(network, family).filter(({ leg }) => isInHardware(leg)),
);

/** Whether the chip routes at all, or one family: at least two of its ends can talk to each other. */
export function routesInHardware(network: Network, family?: 4 | 6): boolean {
  return (family ? [family] : families).some((each) => hardwareEnds(network, each).length >= 2);
}

/**
 * Ends with a port whose flag is off, and an end where what enters there leaves by a port that has it: the chip may
 * route it all the same.
 */
export function unguardedPaths(network: Network) {
  return families.flatMap((family) => {
    const leaving = hardwareEnds(network, family);
    return routedEnds(network, family).flatMap((from) => {
      if (from.leg.reason || from.leg.off.length === 0) return [];
      const to = leaving.find((end) => end !== from && end.interface.vrf === from.interface.vrf);
      return to ? [{ from, to, family }] : [];
    });
  });
}

/** On the CPU because somebody took it off the chip, not because the chip could not. */
export function isFlaggedOff({ leg: { reason, on, off } }: RoutedEnd): boolean {
  if (!reason) return on.length === 0 && off.length > 0;
  return isVlanOff(reason) || reason.cause.code === 'l3hw/l3hw-port-off';
}

/** Flags bring some of what goes between two ends to the CPU. */
export function hasFlaggedOff(network: Network): boolean {
  const ends = routedEnds(network, 4);
  return ends.some(
    (end) => isFlaggedOff(end) && ends.some((to) => to !== end && to.interface.vrf === end.interface.vrf),
  );
}

/** Addresses that packets to or from this end may carry: what a table, mostly its own, sends there. */
export function addressesBehind(
  network: Network,
  { name, interface: { vrf } }: RoutedEnd,
  family: 4 | 6,
  table = vrf,
): IntervalSet {
  return reachedBy(network, table, family, name);
}

/** Addresses that tables which rules pick, or nobody does, send there. */
export function ledByPolicy(network: Network, end: RoutedEnd, family: 4 | 6): IntervalSet {
  return together(policyTables(network).map((table) => addressesBehind(network, end, family, table)));
}

/**
 * Who may send from there: whoever is sent to, by policy where `main` and the VRFs know no way, and neighbours whose
 * answers are thrown away.
 */
export function sendersBehind(network: Network, end: RoutedEnd, family: 4 | 6): IntervalSet {
  const { vrf, addresses } = end.interface;
  const unknown = unknownToOwnTables(network, family, ledByPolicy(network, end, family));
  const reached = together([addressesBehind(network, end, family), unknown]);
  const lost = blackholes(network, vrf, family);
  if (isEmpty(lost)) return reached;
  const near = networksAmong(addresses, family);
  return unionOf([...reached, ...toOthers(network, vrf, intersect(near, lost), family)]);
}

const blackholes = derivedPer((network: Network, table: string, family: 4 | 6) =>
  together(
    destinationsIn(network, table, family)
      .filter(({ nextHops }) => nextHops.every(({ kind }) => kind === 'blackhole'))
      .map(({ set }) => set),
  ),
);

const reachedBy = derivedPer((network: Network, table: string, family: 4 | 6, name: string): IntervalSet => {
  const leading = leadingBy(network, table, family).get(name) ?? [];
  return toOthers(network, table, together(leading.map(({ set }) => set)), family);
});

/** Without what is no unicast packet, or for the device itself. */
export function toOthers(network: Network, vrf: string, set: IntervalSet, family: 4 | 6): IntervalSet {
  return subtract(subtract(set, notUnicast[family]), ownAddressesIn(network, vrf, family));
}

/** Of all pairs of ports the one that is most certain to be routed in hardware; undefined = none is. */
export function pathUncertainties(
  network: Network,
  chip: ChipState,
  from: RoutedEnd,
  to: RoutedEnd,
  family: 4 | 6,
): readonly Reason[] | undefined {
  const common = [
    forwardingReason(network, family, 'chip'),
    ...deviceReasons(network),
    vrfReason(network, chip, from.interface.vrf),
    ...reasonsAt(network, from),
    ...reasonsAt(network, to),
  ].filter((reason) => reason !== undefined);
  // Where it is not even defined who routes, a prefix that does not fit proves nothing.
  const isDefined = [from, to].every(({ leg }) => leg.reason?.placement !== 'unpredictable');
  if (common.some(isAgainst) || (isDefined && macsReason(network, from.name, to.name))) return undefined;
  const ways = classesOf(exitsFrom(network, to.name, family)).flatMap(({ representative: egress }) =>
    classesOf(entriesInto(network, from.name)).flatMap(({ representative: ingress }) => {
      const found = [
        ingressReason(network, chip, ingress),
        ingressReason(network, chip, egress),
        flagReason(ingress, egress),
      ].filter((reason) => reason !== undefined);
      // A port of which it is not defined who routes may not keep to its flag either.
      const isUndefined = found.some(({ placement }) => placement === 'unpredictable');
      return found.some(isAgainst) && !isUndefined ? [] : [found.filter((reason) => !isAgainst(reason))];
    }),
  );
  const [best] = ways.sort((a, b) => a.length - b.length);
  return best && [...common, ...best];
}

/** No chip routes anything that enters or leaves there, whatever the other end. */
export function isOffChip(network: Network, end: RoutedEnd): boolean {
  return reasonsAt(network, end).some((reason) => reason !== undefined && isAgainst(reason));
}

function reasonsAt(network: Network, { name, leg }: RoutedEnd): readonly (Reason | undefined)[] {
  return [leg.reason, unmodelledAt(network, name)];
}

function isAgainst({ placement }: Reason): boolean {
  return placement === 'cpu' || placement === 'dropped';
}
