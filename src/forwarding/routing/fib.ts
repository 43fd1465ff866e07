// A routing table as intervals of destinations, so that a class of packets can be cut where routes part; and where it
// sends the parts, as the CPU looks them up.

import type { Item } from '../../model/config.ts';
import { bitsOf, type Prefix } from '../../model/prefix.ts';
import { append } from '../../source/append.ts';
import { computeIfAbsent, derivedOnce, derivedPer, type Some } from '../../source/grouping.ts';
import { addressesOf } from '../network/addresses.ts';
import type { Network, NextHop, Route } from '../network/network.ts';
import { makeReason, placeOf, type Reason } from '../packets/causes.ts';
import {
  type Interval,
  type IntervalSet,
  intersect,
  meeting,
  type PacketSet,
  type Point,
  prefixInterval,
  subtract,
  unionOf,
} from '../packets/space.ts';
import { namingConnection } from './input-filters.ts';
import { byPrefix, prefixKey } from './route-table.ts';

/** Destinations that all go the same way. */
export interface Destinations {
  /** The routes of the longest prefix; several = ECMP. One representative where several prefixes go the same way. */
  readonly routes: readonly Route[];
  readonly nextHops: readonly NextHop[];
  readonly set: IntervalSet;
  /** Length of the shortest prefix among them: 0 = only a default route reaches them. */
  readonly length: number;
}

/** The destinations of a table that have a route, grouped by where they go. */
export const destinationsIn = derivedPer((network: Network, table: string, family: 4 | 6): readonly Destinations[] => {
  const groups = new Map<string, { routes: readonly Route[]; intervals: Interval[]; length: number }>();
  const routed = inOrder(routesInUse(network, table, family)).map(({ routes, length, from, to }) => {
    const group = computeIfAbsent(groups, wayOf(routes, length), () => ({ routes, intervals: [], length }));
    group.length = Math.min(group.length, length);
    return { from, to, intervals: group.intervals };
  });
  flatten(routed, family);
  return [...groups.values()].map(({ routes, intervals, length }) => ({
    routes,
    nextHops: routes.flatMap((route) => route.nextHops),
    set: unionOf(intervals),
    length,
  }));
});

/** The same by the interfaces that some of them leave by. */
export const leadingBy = derivedPer(
  (network: Network, table: string, family: 4 | 6): ReadonlyMap<string, readonly Destinations[]> => {
    const leading = new Map<string, Destinations[]>();
    for (const group of destinationsIn(network, table, family)) {
      const names = new Set(group.nextHops.flatMap((hop) => hop.interface ?? []));
      for (const name of names) append(leading, name, group);
    }
    return leading;
  },
);

/** The part of a set that each group of routes takes, and what no route takes. */
export const partition = derivedPer((network: Network, table: string, family: 4 | 6, set: IntervalSet) => {
  // A table goes thousands of ways, a class of packets a few of them: the others are not looked at.
  const met = new Map<number, Destinations>();
  for (const { place, group } of meeting(stripsIn(network, table, family), set)) met.set(place, group);
  const inOrder = [...met].sort(([a], [b]) => a - b);
  const routed = inOrder.map(([, group]): Destinations => ({ ...group, set: intersect(group.set, set) }));
  return { routed, unrouted: subtract(set, unionOf(routed.flatMap((each) => each.set))) };
});

/** What a table leads to other next hops than `main` does. Of several paths each table picks its own. */
export function apartFromMain(network: Network, table: string, { family, destination }: PacketSet): IntervalSet {
  const ofMain = partition(network, 'main', family, destination).routed;
  const alike = partition(network, table, family, destination).routed.flatMap(({ set, nextHops }) => {
    const hop = onlyHop(nextHops);
    const same = hop === undefined ? [] : ofMain.filter((other) => onlyHop(other.nextHops) === hop);
    return intersect(set, unionOf(same.flatMap((other) => other.set)));
  });
  return subtract(destination, unionOf(alike));
}

/** To whom packets go, and by which link, in whatever table the gateway is found. */
function onlyHop([hop, ...others]: readonly NextHop[]): string | undefined {
  if (!hop || others.length > 0) return undefined;
  return `${hop.interface} ${hop.kind === 'gateway' ? hop.address.base : hop.kind}`;
}

/** Where a single address goes; undefined = no route. */
export function destinationOf(network: Network, table: string, { family, base }: Prefix): Destinations | undefined {
  return partition(network, table, family, [prefixInterval({ family, base, length: bitsOf(family) })]).routed[0];
}

/** Where the addresses of a table go, in their order, with the place of each group among those of the table. */
export const stripsIn = derivedPer((network: Network, table: string, family: 4 | 6) =>
  destinationsIn(network, table, family)
    .flatMap((group, place) => group.set.map(({ from, to }) => ({ from, to, group, place })))
    .sort((a, b) => (a.from < b.from ? -1 : 1)),
);

/** Tables that rules pick, or nobody does. The chip does not know them. */
export const policyTables = derivedOnce((network: Network): readonly string[] =>
  tablesOf(network).filter((table) => table !== 'main' && !network.vrfs.has(table)),
);

/** Tables with routes. */
export const tablesOf = derivedOnce(({ routes }: Network): readonly string[] => [
  ...new Set(routes.map(({ table }) => table)),
]);

/** Destinations of which the config says more than a default route does, whether or not the way there is up. */
export const specificDestinations = derivedPer((network: Network, family: 4 | 6): IntervalSet => {
  const reached = destinationsIn(network, 'main', family).flatMap(({ length, set }) => (length > 0 ? set : []));
  const unusable = outOfReach(network).filter((each) => each.family === family);
  return unionOf([...reached, ...unusable.map(prefixInterval)]);
});

/** Networks of interfaces that are down, and routes without a usable next hop. */
function outOfReach(network: Network): readonly Prefix[] {
  const inVrf = new Set([...network.vrfs.values()].flatMap(({ interfaces }) => interfaces));
  const routes = network.routes.filter(({ usable, table }) => !usable && table === 'main').map(({ prefix }) => prefix);
  const networks = addressesOf(network)
    .filter((address) => !network.isUp(address.interface) && !inVrf.has(address.interface))
    .map((address) => address.network);
  return [...routes, ...networks].filter(({ length }) => length > 0);
}

/** Prefixes that a class of packets cannot tell apart share this text. The default route stays by itself. */
function wayOf(routes: readonly Route[], length: number): string {
  const hops = routes.map(
    ({ origin, suppressed, nextHops, distance }) => `${origin} ${suppressed} ${distance} ${hopsText(nextHops)}`,
  );
  return `${length === 0} ${hops.join(';')}`;
}

/** Routes with the same gateways share their list of next hops. */
const hopsText: (nextHops: readonly NextHop[]) => string = derivedOnce((nextHops) =>
  nextHops
    .map((hop) => {
      if (hop.kind === 'blackhole') return 'blackhole';
      const through = hop.kind === 'gateway' ? `${hop.address.base}@${hop.table ?? ''}` : '';
      return `${hop.kind} ${hop.interface} ${through}`;
    })
    .join(','),
);

interface RouteInterval extends Interval {
  /** What is its own goes here. */
  readonly intervals: Interval[];
}

/**
 * Takes from every prefix what longer ones inside it cover. Prefixes nest or are disjoint, so one pass with a stack
 * does.
 */
function flatten(sorted: readonly RouteInterval[], family: 4 | 6): void {
  const open: RouteInterval[] = [];
  const all = prefixInterval({ family, base: 0n, length: 0 });
  let at = all.from;
  const emitUntil = (end: Point) => {
    const top = open.at(-1);
    if (top && at < end) top.intervals.push({ from: at, to: end });
    if (at < end) at = end;
  };
  const closeUntil = (end: Point) => {
    for (let top = open.at(-1); top && top.to <= end; top = open.at(-1)) {
      emitUntil(top.to);
      open.pop();
    }
  };
  for (const entry of sorted) {
    closeUntil(entry.from);
    emitUntil(entry.from);
    open.push(entry);
  }
  closeUntil(all.to);
}

/** The usable routes of a table that no better one shadows, those of one prefix together. */
export const routesInUse = derivedPer((network: Network, table: string, family: 4 | 6): readonly Some<Route>[] => {
  const routes = network.routes.filter((route) => route.table === table && route.prefix.family === family);
  return [...byPrefix(routes.filter(({ usable, shadowed }) => usable && !shadowed)).values()];
});

/** Sorted by first address, then the shorter prefix first. */
function inOrder(prefixes: readonly Some<Route>[]) {
  const all = prefixes.map((alike) => {
    const [{ prefix }] = alike;
    const { from, to } = prefixInterval(prefix);
    return { routes: alike, length: prefix.length, from, to };
  });
  return all.sort((a, b) => (a.from < b.from ? -1 : a.from > b.from ? 1 : a.length - b.length));
}

/** Why nobody can tell where these routes lead: some of them drop, or the device is to hand packets to itself. */
export function openReason(network: Network, { routes, nextHops, length, set }: Destinations): Reason | undefined {
  const [route] = routes;
  const naming = route && length === 0 ? namingConnection(network, route, set) : undefined;
  if (naming) {
    const text = 'a neighbour may bring a longer route than the default one: its filter lets in what leads there';
    return makeReason('unknown', 'flow/learnt-route-unknown', text, naming.origin);
  }
  const dropping = routes.filter((route) => route.nextHops.some((hop) => hop.kind === 'blackhole'));
  if (dropping.length > 0 && dropping.length < routes.length) {
    const text = 'some routes of this prefix drop, others do not';
    return makeReason('unknown', 'route/ecmp-mixed-nexthops', text, dropping[0]?.item.origin);
  }
  const own = nextHops.find((hop) => hop.kind === 'gateway' && ownHosts(network).has(prefixKey(hop.address)));
  if (own?.kind !== 'gateway') return undefined;
  const text = 'the gateway is an address of the device itself, and what becomes of such a route is not described';
  return makeReason('unknown', 'flow/undecided', text, placeOf(routes[0]?.item, 'gateway'));
}

const ownHosts = derivedOnce(
  ({ l3Interfaces }: Network): ReadonlySet<number | string> =>
    new Set([...l3Interfaces.values()].flatMap(({ addresses }) => addresses.map(({ host }) => prefixKey(host)))),
);

/** Its way out is found in another table than that of its route. */
export function leavesTable(hop: NextHop): boolean {
  return hop.kind !== 'blackhole' && hop.table !== undefined && hop.interface !== undefined;
}

/** Its gateway is of another family than the prefix of its route. */
export function crossesFamilies(hop: NextHop, family: 4 | 6): boolean {
  return hop.kind === 'gateway' && hop.address.family !== family;
}

export type Found =
  | Readonly<{ kind: 'egress'; packets: PacketSet; interface: string; paths: Destinations }>
  | { readonly kind: 'open'; readonly packets: PacketSet; readonly reason: Reason }
  | { readonly kind: 'blackhole' | 'unrouted'; readonly packets: PacketSet; readonly at: Item | undefined };

/** The interfaces that `main` sends packets out of, whatever table policy asks for. */
export function exitsOfMain(network: Network, packets: PacketSet): readonly string[] {
  return lookUp(network, { packets, table: 'main' }).flatMap((way) => (way.kind === 'egress' ? [way.interface] : []));
}

export function lookUp(
  network: Network,
  { packets, table }: { readonly packets: PacketSet; readonly table: string },
): readonly Found[] {
  const { routed: groups, unrouted } = partition(network, table, packets.family, packets.destination);
  const found = groups.flatMap((group): readonly Found[] => {
    const part = { ...packets, destination: group.set };
    const reason = openReason(network, group);
    if (reason) return [{ kind: 'open', packets: part, reason }];
    const ways = [...new Set(group.nextHops.flatMap((hop) => hop.interface ?? []))];
    const pathsBy = (name: string) => ({ ...group, nextHops: group.nextHops.filter((hop) => hop.interface === name) });
    if (ways.length > 0)
      return ways.map((name) => ({ kind: 'egress', packets: part, interface: name, paths: pathsBy(name) }));
    return [{ kind: 'blackhole', packets: part, at: group.routes[0]?.item }];
  });
  if (unrouted.length === 0) return found;
  return [...found, { kind: 'unrouted', packets: { ...packets, destination: unrouted }, at: undefined }];
}
