// Which routes find room in the chip, as its driver chooses: the longest prefixes first. What nobody has said (how long
// learnt prefixes are, which family comes first, how many hosts there will be) leaves routes unknown.
// Source: manual, l3-hardware-offloading, "Partial offloading" and the tables of sizes with their footnotes.

import { enabledItemsOf, propertyValue } from '../../model/config.ts';
import { bitsOf, families, printAddress } from '../../model/prefix.ts';
import type { Fact } from '../../profile/target.ts';
import { computeIfAbsent, derivedOnce, derivedPer, groupBy } from '../../source/grouping.ts';
import type { LearntRoutes, Network, NextHop, Route } from '../network/network.ts';

/** `partial`: some of the routes of this length find room; which of them is the chip's choice. */
const routePlacements = ['cpu', 'partial', 'unknown'] as const;
export type RoutePlacement = (typeof routePlacements)[number];

export interface LeftRoute {
  readonly route: Route;
  readonly placement: RoutePlacement;
}

/** The prefixes of one length, of which the table takes some. */
export interface SplitLength {
  readonly length: number;
  readonly routes: number;
  /** At most so many of them find room. */
  readonly fitting: number;
}

export interface RouteFit {
  /** In IPv4 entries, like all figures here. */
  readonly size: Fact<number>;
  /** Entries that find no room, whatever the chip prefers. */
  readonly excess: number;
  /** Routes without a certain place: what is certain first, then the shortest prefixes. */
  readonly left: readonly LeftRoute[];
  readonly splits: readonly SplitLength[];
}

/** Undefined where nobody knows the size of the table, or the device has none. */
export const routeFit: (network: Network) => RouteFit | undefined = derivedOnce((network) => {
  const chip = network.offload?.switch;
  const size = chip?.fact('l3.routes.ipv4');
  if (!chip || !size) return undefined;
  const loads = loadsOf(network);
  const hosts = hostEntries(network);
  const left: LeftRoute[] = [];
  const splits: SplitLength[] = [];
  for (const family of families) {
    const others = hosts + loads[family === 4 ? 6 : 4].most;
    for (const [length, { placement, routes, fitting }] of placementsOf(loads[family], size.value, others)) {
      if (placement === 'partial') splits.push({ length, routes: routes.length, fitting });
      // Hosts of a connected network have entries of their own, the longest of all; the rest of it is the CPU's anyway.
      const own = routes.filter(({ origin }) => origin !== 'connected');
      left.push(...own.map((route) => ({ route, placement })));
    }
  }
  const rank = ({ placement }: LeftRoute) => routePlacements.indexOf(placement);
  left.sort((a, b) => rank(a) - rank(b) || a.route.prefix.length - b.route.prefix.length);
  return { size, excess: Math.max(0, loads[4].least + loads[6].least - size.value), left, splits };
});

/** What the routes take of the table, in IPv4 entries; `learnt` of the total is what neighbours are expected to send. */
export function routeEntries(network: Network) {
  const { 4: ipv4, 6: ipv6 } = loadsOf(network);
  return { ipv4: ipv4.most, ipv6: ipv6.most, total: ipv4.most + ipv6.most, learnt: ipv4.learnt + ipv6.learnt };
}

const loadsOf = derivedOnce((network: Network) => ({ 4: loadOf(network, 4), 6: loadOf(network, 6) }));

/**
 * What becomes of a route for lack of room; undefined = it has a place, or nobody knows the size. A promised route
 * stands for all that its neighbour sends.
 */
export function routePlacementOf(network: Network, route: Route): RoutePlacement | undefined {
  const fit = routeFit(network);
  if (route.origin !== 'promised' || !fit) return placements(network).get(route);
  if (routeEntries(network).total + hostEntries(network) <= fit.size.value) return undefined;
  return fit.excess > 0 ? 'partial' : 'unknown';
}

const placements = derivedOnce(
  (network: Network) => new Map(routeFit(network)?.left.map(({ route, placement }) => [route, placement])),
);

/** Routes that would be programmed: active, not suppressed, of one family, in tables that the chip knows. */
export const programmedRoutes = derivedPer((network: Network, family: 4 | 6): readonly Route[] => {
  if (family === 6 && !network.offload?.ipv6Offload) return [];
  return network.routes.filter(({ prefix, table, origin, usable, shadowed, suppressed }) => {
    const isActive = prefix.family === family && usable && !shadowed;
    return isActive && !suppressed && origin !== 'promised' && isTableOfChip(network, table);
  });
});

function isTableOfChip(network: Network, table: string): boolean {
  return table === 'main' || (network.vrfs.has(table) && network.offload?.switch.fact('l3.vrf')?.value !== false);
}

/** Prefixes that neighbours are expected to send for tables that the chip knows. */
export function learntRoutes(network: Network, family: 4 | 6): readonly LearntRoutes[] {
  if (family === 6 && !network.offload?.ipv6Offload) return [];
  return network.learntRoutes.filter((learnt) => learnt.family === family && isTableOfChip(network, learnt.table));
}

export function learntCount(network: Network, family: 4 | 6): number {
  return learntRoutes(network, family).reduce((sum, { routes }) => sum + routes, 0);
}

/** Whether routes and hosts take entries of one table; elsewhere hosts lie beside the MAC addresses. */
export function hasSharedTable(network: Network): boolean {
  return tableOf(network) === 'shared';
}

/** A single host's route is no prefix where hosts lie in a table of their own. */
export function isHostRoute(network: Network, { prefix }: Route): boolean {
  return prefix.length === bitsOf(prefix.family) && tableOf(network) === 'indexed';
}

const tableOf = derivedOnce(({ offload }: Network) => offload?.switch.fact('l3.table')?.value);

/** Room that an IPv6 entry takes, in IPv4 entries: the two sizes of one memory stand in this ratio. */
export const ipv6EntryCost: (network: Network) => number = derivedOnce((network) => {
  const chip = network.offload?.switch;
  const [ipv4, ipv6] = [chip?.fact('l3.routes.ipv4')?.value, chip?.fact('l3.routes.ipv6')?.value];
  // The smallest ratio of all chips is 4.
  return ipv4 && ipv6 ? Math.max(1, Math.round(ipv4 / ipv6)) : 4;
});

/** What hosts take of the table of the routes. */
export function hostEntries(network: Network): number {
  if (!hasSharedTable(network)) return 0;
  return knownHosts(network, 4).size + knownHosts(network, 6).size * ipv6EntryCost(network);
}

/** Static neighbours and gateways: the hosts that a config names. Each takes an entry, where it answers. */
export function knownHosts(network: Network, family: 4 | 6): ReadonlySet<string> {
  if (family === 6 && !network.offload?.ipv6Offload) return new Set();
  const neighbours = enabledItemsOf(network.config, family === 4 ? '/ip/arp' : '/ipv6/neighbor');
  const addresses = neighbours.map((item) => propertyValue(item, 'address') ?? item.key);
  return new Set([...addresses, ...gatewaysOf(network, family)]);
}

export function gatewaysOf(network: Network, family: 4 | 6): ReadonlySet<string> {
  const hops = distinctHops(network, family);
  return new Set(hops.flatMap((hop) => (hop.kind === 'gateway' ? printAddress(hop.address) : [])));
}

/** Routes with the same gateways share their list of next hops, so each list is looked at once. */
export const distinctHops = derivedPer((network: Network, family: 4 | 6): readonly NextHop[] =>
  [...new Set(programmedRoutes(network, family).map(({ nextHops }) => nextHops))].flat(),
);

/** What one family asks of the table, in IPv4 entries: at most, and at least, which are those that are not free. */
function loadOf(network: Network, family: 4 | 6) {
  const cost = family === 4 ? 1 : ipv6EntryCost(network);
  const isFree = freeRoutes(network, family);
  const routes = programmedRoutes(network, family).filter((route) => !isHostRoute(network, route));
  const certain = new Set(routes.filter((route) => !isFree.route(route)));
  const sent = learntRoutes(network, family);
  const sum = (of: readonly LearntRoutes[]) => cost * of.reduce((total, each) => total + each.routes, 0);
  const learnt = sum(sent);
  const leastLearnt = sum(sent.filter((each) => !isFree.learnt(each)));
  const [least, most] = [cost * certain.size + leastLearnt, cost * routes.length + learnt];
  return { cost, routes, certain, learnt, leastLearnt, least, most };
}

/**
 * In an indexed table any number of routes fit that lead where the default route leads. Without a default route in the
 * configuration that is nothing one could rely on, but a learnt one may be there.
 */
function freeRoutes(network: Network, family: 4 | 6) {
  if (tableOf(network) !== 'indexed') return { route: () => false, learnt: () => false };
  const defaults = programmedRoutes(network, family).filter(
    ({ prefix, table }) => prefix.length === 0 && table === 'main',
  );
  const known = new WeakMap<readonly NextHop[], string>();
  const waysOf = (hops: readonly NextHop[]) => computeIfAbsent(known, hops, () => hops.map(printHop).join());
  const ways = new Set(defaults.map(({ nextHops }) => waysOf(nextHops)));
  return {
    route: (route: Route) => route.prefix.length > 0 && route.table === 'main' && ways.has(waysOf(route.nextHops)),
    learnt: ({ from }: LearntRoutes) => defaults.length === 0 || from === undefined || ways.has(printAddress(from)),
  };
}

function printHop(hop: NextHop): string {
  if (hop.kind === 'gateway') return printAddress(hop.address);
  return hop.kind === 'interface' ? hop.interface : 'nowhere';
}

/** By prefix length, without those that fit. `others` may take room before any of this family. */
function placementsOf(
  { cost, routes: all, certain, ...load }: ReturnType<typeof loadOf>,
  size: number,
  others: number,
) {
  const placements = new Map<number, { placement: RoutePlacement; routes: readonly Route[]; fitting: number }>();
  let longer = 0;
  let atMost = others + load.learnt;
  for (const [length, routes] of [...groupBy(all, ({ prefix }) => prefix.length)].sort(([a], [b]) => b - a)) {
    // Every learnt prefix is longer than the default route; about other lengths nobody knows.
    if (length === 0) longer += load.leastLearnt;
    const own = cost * routes.filter((route) => certain.has(route)).length;
    atMost += routes.length * cost;
    const room = Math.max(0, size - longer);
    const fitting = Math.floor(room / cost);
    if (atMost > size) {
      const placement = fitting === 0 ? 'cpu' : own > room ? 'partial' : 'unknown';
      placements.set(length, { placement, routes, fitting });
    }
    longer += own;
  }
  return placements;
}
