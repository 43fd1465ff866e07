// How much of the chip's tables a config fills, and what a full table does to a route.

import { isAtLeastVersion } from '../../model/version.ts';
import type { Switch } from '../../profile/target.ts';
import type { Network, Route } from '../network/network.ts';
import { makeReason, type Reason, undocumented } from '../packets/causes.ts';
import {
  distinctHops,
  gatewaysOf,
  hasSharedTable,
  hostEntries,
  ipv6EntryCost,
  isHostRoute,
  knownHosts,
  learntCount,
  programmedRoutes,
  type RoutePlacement,
  routeEntries,
  routeFit,
  routePlacementOf,
} from '../routing/route-fit.ts';
import { mtuValues } from './device-reasons.ts';
import { macPrefixCount } from './mac-range.ts';

/** From here on routes beyond the table are left to the CPU by prefix length; before, nobody knows what happens. */
const partialOffloadSince = '7.3';

export function leavesRoutesToCpu({ target }: Network): boolean {
  return isAtLeastVersion(target.routeros, partialOffloadSince);
}

/** Why the table has no room for a route, or may have none. */
export function routeCapacityReason(network: Network, chip: Switch, route: Route): Reason | undefined {
  const fit = routeFit(network);
  const at = route.item.origin;
  if (!fit) return undocumented(`how many routes ${chip.chip} holds`, at);
  const placement = routePlacementOf(network, route);
  if (placement === undefined) return undefined;
  const { size } = fit;
  const says = size.says(`${chip.chip} holds ${size.bound === 'exact' ? '' : 'up to '}${size.value} IPv4 routes`);
  if (!leavesRoutesToCpu(network)) {
    const text = 'this RouterOS version does not know what to do with more routes than fit';
    return makeReason('unpredictable', 'route/route-overflow-old', text, at, says);
  }
  const code = hasSharedTable(network) ? 'route/route-capacity-f2k' : 'route/route-capacity-lpm';
  const those = route.origin === 'promised' ? 'routes that are learnt' : `prefixes of /${route.prefix.length}`;
  return makeReason(placement, code, capacityTexts[placement](those), at, says);
}

const capacityTexts: Readonly<Record<RoutePlacement, (those: string) => string>> = {
  cpu: (those) => `${those} find no room in the table: longer ones come first`,
  partial: (those) => `only some ${those} find room in the table`,
  unknown: (those) => `others may take the room of ${those} in the table`,
};

/**
 * How full one table of the chip is by this config and by what its neighbours are expected to send. What a device
 * learns otherwise (hosts, MAC addresses, connections) is not in it.
 */
export interface TableUse {
  /** `routes-ipv4`, `hosts-ipv4`, `next-hops`, `mtu-profiles`, `mac-prefixes`, `vrf-tables`, … */
  readonly resource: string;
  readonly used: number;
  /** Entries that RouterOS adds by itself, and routes that neighbours are expected to send. */
  readonly dynamic: number;
  /** Entries that other content of the same memory takes. */
  readonly shared: number;
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
  const add = (key: SizeFact, { used, dynamic = 0, shared = 0 }: Pick<TableUse, 'used'> & Partial<TableUse>) => {
    const size = chip.fact(key);
    const resource = key.replace('l3.', '').replace('.', '-');
    if (size && size.value > 0) uses.push({ resource, used, dynamic, shared, size: size.value, bound: size.bound });
  };
  const families = network.offload?.ipv6Offload ? ([4, 6] as const) : ([4] as const);
  for (const family of families) add(`l3.routes.ipv${family}`, routesIn(network, family));
  for (const family of families) add(`l3.hosts.ipv${family}`, hostsIn(network, family));
  add('l3.next-hops', { used: nextHopCount(network) });
  add('l3.mtu-profiles', { used: mtuValues(network).size });
  if (chip.fact('l3.mac-prefix')?.value === true) {
    const used = macPrefixCount(network);
    uses.push({ resource: 'mac-prefixes', used, dynamic: 0, shared: 0, size: 1, bound: 'exact' });
  }
  add('l3.vrf-tables', { used: network.vrfs.size });
  add('l3.fasttrack-connections', { used: 0 });
  add('l3.nat-entries', { used: 0 });
  return uses;
}

type SizeFact =
  | `l3.${'routes' | 'hosts'}.ipv${4 | 6}`
  | `l3.${'next-hops' | 'mtu-profiles' | 'vrf-tables' | 'fasttrack-connections' | 'nat-entries'}`;

function routesIn(network: Network, family: 4 | 6) {
  const used = programmedRoutes(network, family).filter((route) => !isHostRoute(network, route)).length;
  const dynamic = learntCount(network, family);
  return { used, dynamic, shared: besideOwn(network, family, used + dynamic) };
}

function hostsIn(network: Network, family: 4 | 6) {
  const single = programmedRoutes(network, family).filter((route) => isHostRoute(network, route)).length;
  const used = knownHosts(network, family).size + single;
  return { used, shared: hasSharedTable(network) ? besideOwn(network, family, used) : 0 };
}

/** Routes of both families share one memory; on chips with one table for all, hosts take of it too. */
function besideOwn(network: Network, family: 4 | 6, own: number): number {
  const cost = family === 4 ? 1 : ipv6EntryCost(network);
  return Math.ceil((routeEntries(network).total + hostEntries(network) - own * cost) / cost);
}

/** One per gateway, and one per interface with a connected network. */
function nextHopCount(network: Network): number {
  const connected = new Set(distinctHops(network, 4).flatMap((hop) => (hop.kind === 'interface' ? hop.interface : [])));
  return connected.size + gatewaysOf(network, 4).size + gatewaysOf(network, 6).size;
}
