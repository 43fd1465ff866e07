// Routes as a device would use them: connected, static and clients' default routes, next hops resolved, losers marked.

import {
  type Config,
  enabledItemsOf,
  familyOfMenu,
  type Item,
  isBlankedOut,
  isYes,
  listValues,
  propertyValue,
} from '../../model/config.ts';
import { bitsOf, families, type Prefix, parsePrefix } from '../../model/prefix.ts';
import { computeIfAbsent, groupBy, type Some } from '../../source/grouping.ts';
import { networksAmong } from '../network/addresses.ts';
import type { Address, NextHop, Route } from '../network/network.ts';
import { sessionsOf } from '../network/ppp-sessions.ts';
import { coverOf } from '../packets/cover.ts';
import { subtract } from '../packets/space.ts';
import { clientRoutes, directRoute } from './client-routes.ts';
import { type ExpectedRoute, toRoute } from './expected-routes.ts';
import { byPrefix, routesAround, tableOf } from './route-table.ts';

export interface RouteSources {
  readonly addresses: readonly Address[];
  vrfOf(name: string): string;
  isVrf(table: string): boolean;
  isInterface(name: string): boolean;
  isUp(name: string): boolean;
  /** What neighbours bring. */
  readonly expected: readonly ExpectedRoute[];
}

/** A static route resolves through routes whose scope is at most its target-scope; connected ones have scope 10. */
const defaultScope = 30;
const defaultTargetScope = 10;
const resolutionDepthMax = 8;

export function routesOf(config: Config, sources: RouteSources): readonly Route[] {
  const connected = connectedRoutes(sources);
  const resolve = resolver(config, sources, connected);
  const all = [
    ...connected,
    ...staticRoutes(routeItems(config), sources, resolve),
    ...clientRoutes(config, sources),
    ...sessionRoutes(config, sources),
    ...sources.expected.map((each) =>
      toRoute(each, (address, table) => resolve(address, table, defaultTargetScope)?.interface, sources.isUp),
    ),
  ];
  return markShadowed(all);
}

function connectedRoutes({ addresses, vrfOf, isUp }: RouteSources): readonly Route[] {
  return addresses
    .filter((address) => isUp(address.interface))
    .map(({ item, interface: name, network: prefix }) =>
      directRoute({ item, origin: 'connected', prefix, table: vrfOf(name), distance: 0 }, name),
    );
}

/** Hosts of connected networks stay what they are, whatever else a pool gives out. */
function sessionRoutes(config: Config, { addresses }: RouteSources): readonly Route[] {
  return sessionsOf(config).flatMap((session) =>
    families.flatMap((family) =>
      subtract(session.addresses[family], networksAmong(addresses, family))
        .flatMap((interval) => coverOf(interval, family))
        .map((prefix) =>
          directRoute({ item: session.item, origin: 'dynamic', prefix, table: 'main', distance: 0 }, session.name),
        ),
    ),
  );
}

type Resolve = (address: Prefix, table: string, targetScope: number) => Resolved | undefined;

/** Who a gateway is on the link: itself, or whom the route to it leads to. */
interface Resolved {
  readonly interface: string;
  readonly neighbour: Prefix;
}

function routeItems(config: Config): readonly Item[] {
  return [...enabledItemsOf(config, '/ip/route'), ...enabledItemsOf(config, '/ipv6/route')];
}

function staticRoutes(items: readonly Item[], sources: RouteSources, resolve: Resolve): readonly Route[] {
  const gatewaysOf = gatewayReader(sources, resolve);
  const usable = new Map<readonly NextHop[], boolean>();
  const routes: Route[] = [];
  for (const item of items) {
    const prefix = routePrefix(item);
    if (!prefix) continue;
    const table = tableOf(item);
    const nextHops = isBlackhole(item) ? [{ kind: 'blackhole' } as const] : gatewaysOf(item, table);
    routes.push({
      item,
      origin: 'static',
      prefix,
      table,
      distance: numberOf(item, 'distance', 1),
      nextHops,
      suppressed: isYes(propertyValue(item, 'suppress-hw-offload')),
      shadowed: false,
      usable: computeIfAbsent(usable, nextHops, () => nextHops.some((hop) => isUsable(hop, sources))),
    });
  }
  return routes;
}

function routePrefix(item: Item): Prefix | undefined {
  const family = familyOfMenu(item.menu);
  const text = propertyValue(item, 'dst-address');
  if (text === undefined || text === '') return { family, base: 0n, length: 0 };
  const prefix = parsePrefix(text);
  return prefix?.family === family ? prefix : undefined;
}

/** `blackhole` is a switch whose value is empty when set; older scripts write `type=`. All three types drop. */
function isBlackhole(item: Item): boolean {
  const flag = propertyValue(item, 'blackhole');
  if (flag !== undefined && flag !== 'no' && flag !== 'false') return true;
  return ['blackhole', 'prohibit', 'unreachable'].includes(propertyValue(item, 'type') ?? '');
}

/** Next hops of a `gateway` text; the same text in the same table is read once. */
function gatewayReader(sources: RouteSources, resolve: Resolve): (item: Item, table: string) => readonly NextHop[] {
  const known = new Map<string, readonly NextHop[]>();
  return (item, table) => {
    const text = propertyValue(item, 'gateway') ?? '';
    const targetScope = numberOf(item, 'target-scope', defaultTargetScope);
    return computeIfAbsent(known, `${targetScope} ${text} ${table}`, () =>
      listValues(text).map((gateway) => nextHop(gateway, table, targetScope, sources, resolve)),
    );
  };
}

/** `10.0.0.1`, `10.0.0.1%vlan10`, `10.0.0.1@table`, `vlan10`, `fe80::1%ether1`. */
function nextHop(
  text: string,
  table: string,
  targetScope: number,
  { isInterface, isVrf, vrfOf }: RouteSources,
  resolve: Resolve,
): NextHop {
  // A table that is not a VRF leads out of nothing: its next hops are those of `main`.
  const leaving = (to: string) => (to !== table && (isVrf(table) || isVrf(to)) ? { table: to } : {});
  if (isInterface(text)) return { kind: 'interface', interface: text, ...leaving(vrfOf(text)) };
  const at = text.lastIndexOf('@');
  const via = at > 0 ? text.slice(at + 1) : undefined;
  const [addressText = '', named] = (at > 0 ? text.slice(0, at) : text).split('%');
  const address = parsePrefix(addressText);
  if (isBlankedOut(addressText)) return { kind: 'hidden' };
  // Neither an address nor an interface that exists: kept by name, so that the reader learns which one is missing.
  if (!address || address.length !== bitsOf(address.family)) {
    return { kind: 'interface', interface: addressText, ...leaving(via ?? vrfOf(addressText)) };
  }
  // Source: manual, vrf, "Configuration": without a table of its own a gateway is resolved in `main`, whatever its route.
  const found = named ? undefined : resolve(address, via ?? 'main', targetScope);
  return {
    kind: 'gateway',
    address,
    interface: named ?? found?.interface,
    ...(found && found.neighbour.base !== address.base && { neighbour: found.neighbour }),
    ...leaving(via ?? (named ? vrfOf(named) : 'main')),
  };
}

function isUsable(hop: NextHop, { isUp }: RouteSources): boolean {
  return hop.kind === 'blackhole' || (hop.interface !== undefined && isUp(hop.interface));
}

/**
 * Finds the interface behind a gateway: that of the longest prefix among the routes whose scope allows it, which may
 * rest on a gateway of its own.
 */
function resolver(config: Config, sources: RouteSources, connected: readonly Route[]): Resolve {
  const known = new Map<string, Resolved | undefined>();
  const restable = new Map<number, readonly Route[]>();
  const restableAt = (targetScope: number) =>
    computeIfAbsent(restable, targetScope, () => [
      ...connected,
      ...staticRoutesUnresolved(config, sources, targetScope),
    ]);
  const lookup: Lookup = { restableAt, isUp: sources.isUp };
  return (address, table, targetScope) => {
    const key = `${address.base} ${address.family} ${targetScope} ${table}`;
    if (!known.has(key)) known.set(key, resolveAt(lookup, address, table, targetScope, 0));
    return known.get(key);
  };
}

interface Lookup {
  /** The routes that may be rested on at a target scope. */
  restableAt(targetScope: number): readonly Route[];
  isUp(name: string): boolean;
}

function resolveAt(
  lookup: Lookup,
  address: Prefix,
  table: string,
  targetScope: number,
  depth: number,
): Resolved | undefined {
  if (depth >= resolutionDepthMax) return undefined;
  for (const routes of routesAround(lookup.restableAt(targetScope), table, address)) {
    const onLink = routes.find(({ origin }) => origin === 'connected')?.nextHops[0]?.interface;
    if (onLink !== undefined) return { interface: onLink, neighbour: address };
    for (const route of [...routes].sort((a, b) => a.distance - b.distance)) {
      if (route.nextHops.some(({ kind }) => kind === 'blackhole')) return undefined;
      const through = resolveThrough(lookup, route, address, table, depth);
      if (through && lookup.isUp(through.interface)) return through;
    }
  }
  return undefined;
}

function resolveThrough(
  lookup: Lookup,
  { item, nextHops }: Route,
  address: Prefix,
  table: string,
  depth: number,
): Resolved | undefined {
  const scope = numberOf(item, 'target-scope', defaultTargetScope);
  for (const hop of nextHops) {
    const neighbour = hop.kind === 'gateway' ? hop.address : address;
    if (hop.interface !== undefined) return { interface: hop.interface, neighbour };
    const further = hop.kind === 'gateway' && resolveAt(lookup, neighbour, hop.table ?? table, scope, depth + 1);
    if (further) return further;
  }
  return undefined;
}

/** RouterOS raises a scope that is not greater than the route's own target scope. */
function scopeOf(item: Item): number {
  const lowest = numberOf(item, 'target-scope', defaultTargetScope) + 1;
  return Math.max(numberOf(item, 'scope', defaultScope), lowest);
}

function numberOf(item: Item, name: string, otherwise: number): number {
  return Number(propertyValue(item, name) ?? otherwise);
}

/** Of tens of thousands of routes hardly any has a scope that gateways may rest on. */
function staticRoutesUnresolved(config: Config, sources: RouteSources, targetScope: number): readonly Route[] {
  const items = routeItems(config).filter((item) => scopeOf(item) <= targetScope);
  return staticRoutes(items, sources, () => undefined);
}

/** Routes of one prefix and table compete by distance; equal ones share the traffic. */
function markShadowed(routes: readonly Route[]): readonly Route[] {
  const tables = [...groupBy(routes, ({ table }) => table).values()];
  const shadowed = new Set(tables.flatMap((inTable) => [...byPrefix(inTable).values()].flatMap(losersOf)));
  return routes.map((route) => (shadowed.has(route) ? { ...route, shadowed: true } : route));
}

function losersOf(alike: Some<Route>): readonly Route[] {
  if (alike.length === 1) return [];
  const best = Math.min(...alike.flatMap(({ usable, distance }) => (usable ? distance : [])));
  return alike.filter(({ distance }) => distance > best);
}
