// How much of the chip's tables a config fills, and which routes do not fit.

import { enabledItemsOf, propertyValue } from '../model/config.ts';
import { printAddress } from '../model/prefix.ts';
import type { Switch } from '../profile/target.ts';
import { type Objection, objection } from './causes.ts';
import { mtuValues } from './device-objections.ts';
import { derivedOnce } from './grouping.ts';
import type { Network, NextHop, Route } from './network.ts';

/** Routes that would be programmed: active, not suppressed, of one family, in tables that the chip knows. */
export function programmedRoutes(network: Network, family: 4 | 6): readonly Route[] {
  return programmed(network)[family];
}

const programmed = derivedOnce((network: Network) => {
  const byFamily: Record<4 | 6, Route[]> = { 4: [], 6: [] };
  for (const route of network.routes) {
    const inHardware = route.table === 'main' || network.vrfs.has(route.table);
    if (route.usable && !route.shadowed && !route.suppressed && inHardware) byFamily[route.prefix.family].push(route);
  }
  return byFamily;
});

/** An IPv6 entry of the shared table takes the room of four IPv4 ones. */
export const ipv6EntryCost = 4;

/**
 * Prefix length below which routes do not fit any more, by family: the longest stay. -1 = all fit, undefined = nobody
 * knows the size.
 */
export const shortestThatFits: (network: Network) => Record<4 | 6, number | undefined> = derivedOnce((network) => {
  const chip = network.offload;
  const fitting = (family: 4 | 6, taken: number, cost: number): number | undefined => {
    const size = chip?.switch.fact('l3.routes.ipv4')?.value;
    if (size === undefined) return undefined;
    const routes = programmedRoutes(network, family);
    const room = Math.floor((size - taken) / cost);
    if (routes.length <= room) return -1;
    const lengths = routes.map(({ prefix }) => prefix.length).sort((a, b) => b - a);
    return (lengths[Math.max(0, room)] ?? 0) + 1;
  };
  const ipv6 = chip?.ipv6Offload ? programmedRoutes(network, 6).length * ipv6EntryCost : 0;
  return { 4: fitting(4, ipv6, 1), 6: fitting(6, programmedRoutes(network, 4).length, ipv6EntryCost) };
});

/** Why the table has no room for a route, or may have none. */
export function routeCapacityObjection(network: Network, chip: Switch, route: Route): Objection | undefined {
  const shortest = shortestThatFits(network)[route.prefix.family];
  const at = route.item.origin;
  const size = chip.fact('l3.routes.ipv4');
  if (shortest === undefined || !size) {
    const text = `nobody has recorded how many routes ${chip.chip} holds`;
    return objection('unknown', 'flow/unknown-fact', text, at);
  }
  if (route.prefix.length >= shortest) return undefined;
  const shared = chip.fact('l3.table')?.value === 'shared';
  const code = shared ? 'route/route-capacity-f2k' : 'route/route-capacity-lpm';
  const says = size.says(`${chip.chip} holds ${size.bound === 'exact' ? '' : 'up to '}${size.value} IPv4 routes`);
  return objection('cpu', code, `prefixes shorter than /${shortest} do not fit into the table`, at, says);
}

/**
 * How full one table of the chip is by this config alone. What a device learns (hosts, dynamic routes) is not in it.
 */
export interface TableUse {
  readonly resource:
    | 'routes-ipv4'
    | 'routes-ipv6'
    | 'hosts-ipv4'
    | 'hosts-ipv6'
    | 'next-hops'
    | 'mtu-profiles'
    | 'vrf-tables'
    | 'fasttrack-connections'
    | 'nat-entries';
  readonly used: number;
  readonly dynamic: number;
  readonly size: number;
  readonly bound: 'exact' | 'up-to';
}

/**
 * The tables of the routing chip whose size is known; empty without such a chip. Switch rules are counted elsewhere.
 */
export function tableUse(network: Network): readonly TableUse[] {
  const chip = network.offload?.switch;
  if (!chip) return [];
  const uses: TableUse[] = [];
  const add = (resource: TableUse['resource'], key: SizeFact, used: number) => {
    const size = chip.fact(key);
    if (size && size.value > 0) uses.push({ resource, used, dynamic: 0, size: size.value, bound: size.bound });
  };
  add('routes-ipv4', 'l3.routes.ipv4', programmedRoutes(network, 4).length);
  if (network.offload?.ipv6Offload) add('routes-ipv6', 'l3.routes.ipv6', programmedRoutes(network, 6).length);
  add('hosts-ipv4', 'l3.hosts.ipv4', knownHosts(network, 4));
  if (network.offload?.ipv6Offload) add('hosts-ipv6', 'l3.hosts.ipv6', knownHosts(network, 6));
  add('next-hops', 'l3.next-hops', nextHopCount(network));
  add('mtu-profiles', 'l3.mtu-profiles', mtuValues(network).size);
  add('vrf-tables', 'l3.vrf-tables', network.vrfs.size);
  add('fasttrack-connections', 'l3.fasttrack-connections', 0);
  add('nat-entries', 'l3.nat-entries', 0);
  return uses;
}

type SizeFact =
  | 'l3.routes.ipv4'
  | 'l3.routes.ipv6'
  | 'l3.hosts.ipv4'
  | 'l3.hosts.ipv6'
  | 'l3.next-hops'
  | 'l3.mtu-profiles'
  | 'l3.vrf-tables'
  | 'l3.fasttrack-connections'
  | 'l3.nat-entries';

/** Static neighbours and gateways: the hosts that a config names. */
function knownHosts(network: Network, family: 4 | 6): number {
  const neighbours = enabledItemsOf(network.config, family === 4 ? '/ip/arp' : '/ipv6/neighbor');
  const hosts = new Set(neighbours.map((item) => propertyValue(item, 'address') ?? item.key));
  for (const gateway of gateways(network, family)) hosts.add(gateway);
  return hosts.size;
}

/** One per gateway, and one per interface with a connected network. */
function nextHopCount(network: Network): number {
  const connected = new Set(distinctHops(network)[4].flatMap((hop) => (hop.kind === 'interface' ? hop.interface : [])));
  return connected.size + gateways(network, 4).size + (network.offload?.ipv6Offload ? gateways(network, 6).size : 0);
}

function gateways(network: Network, family: 4 | 6): ReadonlySet<string> {
  return new Set(
    distinctHops(network)[family].flatMap((hop) => (hop.kind === 'gateway' ? printAddress(hop.address) : [])),
  );
}

/** Routes with the same gateways share their list of next hops, so each list is looked at once. */
const distinctHops = derivedOnce((network: Network): Record<4 | 6, readonly NextHop[]> => {
  const of = (family: 4 | 6) => [...new Set(programmedRoutes(network, family).map(({ nextHops }) => nextHops))].flat();
  return { 4: of(4), 6: of(6) };
});

/** Routes for which the table has no room, the longest prefixes first. Empty when all fit, or nobody knows the size. */
export function routesLeftToCpu(network: Network, family: 4 | 6): readonly Route[] {
  const shortest = shortestThatFits(network)[family];
  if (shortest === undefined) return [];
  const left = programmedRoutes(network, family).filter(({ prefix }) => prefix.length < shortest);
  return [...left].sort((a, b) => b.prefix.length - a.prefix.length);
}
