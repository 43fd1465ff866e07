// The routing table: connected routes, static ones with their gateways resolved, and which of them are active.
// Source: manual, routing protocols, "IP routing": scope and target scope, distance, check of the gateway.

import { isYes, listValues, type MenuPath } from '../../../model/config.ts';
import { containsPrefix, type Prefix, parsePrefix, printAddress } from '../../../model/prefix.ts';
import { derivedOnce } from '../../../source/grouping.ts';
import type { Row } from '../../device.ts';
import type { RouterState } from '../router-state.ts';
import type { StoredRow } from '../store/store.ts';
import type { Address } from './addresses.ts';
import type { Findings } from './findings.ts';
import type { Interfaces } from './interfaces.ts';

export interface NextHop {
  readonly interface: string;
  /** Absent = the destination itself is on the link. */
  readonly gateway?: string;
}

export interface Route {
  readonly prefix: Prefix;
  readonly table: string;
  readonly distance: number;
  readonly scope: number;
  /** Empty for a blackhole and for a route that cannot be resolved. */
  readonly hops: readonly NextHop[];
  readonly isBlackhole: boolean;
  readonly active: boolean;
  readonly row: StoredRow | undefined;
}

export type RouteTable = readonly Route[];

export function buildRoutes(router: RouterState, interfaces: Interfaces, addresses: readonly Address[]): RouteTable {
  const connected = addresses.map(
    (address): Route => ({
      prefix: address.network,
      table: address.vrf,
      distance: 0,
      scope: 10,
      hops: [{ interface: address.interface }],
      isBlackhole: false,
      active: true,
      row: undefined,
    }),
  );
  const statics = staticRoutes(router, interfaces, connected);
  return chooseActive([...connected, ...statics]);
}

/** `candidates`: routes with `H`; undefined on devices whose chip does not route. */
export function deriveRoutes(
  routes: RouteTable,
  addresses: readonly Address[],
  candidates: ReadonlySet<Route> | undefined,
  findings: Findings,
): void {
  let id = 0x20180001;
  for (const [index, route] of routes.entries()) {
    const hw: Row = candidates ? { 'hw-offloaded': String(candidates.has(route)) } : {};
    const menu: MenuPath = route.prefix.family === 4 ? '/ip/route' : '/ipv6/route';
    if (route.row) findings.state(route.row, staticState(route, hw));
    else findings.dynamic(menu, connectedRow(route, addresses[index], id++, hw));
  }
}

/** The first address, by the value itself: link-local addresses are the same ones each time that routes are derived. */
const printed = derivedOnce(printAddress);

function connectedRow(route: Route, address: Address | undefined, id: number, hw: Row): Row {
  const [hop] = route.hops;
  return {
    '.id': `*${id.toString(16).toUpperCase()}`,
    'dst-address': `${printed(route.prefix)}/${route.prefix.length}`,
    gateway: hop?.interface ?? '',
    'immediate-gw': hop?.interface ?? '',
    ...(address && { 'local-address': `${printed(address.host)}%${address.interface}` }),
    distance: '0',
    scope: '10',
    'routing-table': route.table,
    dynamic: 'true',
    connect: 'true',
    active: String(route.active),
    inactive: 'false',
    ...hw,
    disabled: 'false',
  };
}

function staticState({ row, hops, active, isBlackhole, distance, scope, table }: Route, hw: Row): Row {
  if (isYes(row?.values.get('disabled'))) return { inactive: 'true', static: 'true', dynamic: 'false' };
  const immediate = hops.map(({ gateway, interface: name }) => (gateway === undefined ? name : `${gateway}%${name}`));
  return {
    ...(!isBlackhole && { 'immediate-gw': immediate.join(',') }),
    distance: String(distance),
    scope: String(scope),
    'target-scope': row?.values.get('target-scope') ?? '10',
    'routing-table': table,
    dynamic: 'false',
    static: 'true',
    ...(active && { active: 'true', ...hw }),
    ...(hops.length > 1 && { ecmp: 'true' }),
    inactive: String(hops.length === 0 && !isBlackhole),
  };
}

/** Resolves gateways over and over while a route may rest on another one. */
function staticRoutes(router: RouterState, interfaces: Interfaces, connected: RouteTable): RouteTable {
  const rows = [...router.store.rows('/ip/route'), ...router.store.rows('/ipv6/route')];
  const widest = rows.reduce((most, row) => Math.max(most, targetScopeOf(row)), 0);
  let resolved: readonly Route[] = [];
  for (let pass = 0; pass < 4; pass++) {
    const resolve = gatewayResolver(interfaces, [...connected, ...resolved]);
    const next = rows.flatMap((row) => staticRoute(row, resolve) ?? []);
    const isStable = next.every((route, index) => route.hops.length === resolved[index]?.hops.length);
    resolved = next;
    if (isStable || !next.some(({ scope }) => scope <= widest)) break;
  }
  return resolved;
}

function targetScopeOf({ values }: StoredRow): number {
  return Number(values.get('target-scope') ?? 10);
}

function staticRoute(row: StoredRow, resolve: ResolveGateway): Route | undefined {
  const prefix = parsePrefix(row.values.get('dst-address') ?? '');
  if (!prefix) return undefined;
  const table = row.values.get('routing-table') ?? 'main';
  const isEnabled = !isYes(row.values.get('disabled'));
  const isBlackhole = row.values.has('blackhole') && row.values.get('blackhole') !== 'no';
  const targetScope = targetScopeOf(row);
  const gateways = listValues(row.values.get('gateway'));
  const hops = isEnabled && !isBlackhole ? gateways.flatMap((gateway) => resolve(gateway, targetScope)) : [];
  return {
    prefix,
    table,
    distance: Number(row.values.get('distance') ?? 1),
    // Raised where it is not greater than the target scope.
    scope: Math.max(Number(row.values.get('scope') ?? 30), targetScope + 1),
    hops,
    isBlackhole,
    active: isEnabled && (hops.length > 0 || isBlackhole),
    row,
  };
}

type ResolveGateway = (text: string, targetScope: number) => readonly NextHop[];

/** Resolves `10.0.0.1`, `10.0.0.1%vlan10`, `10.0.0.1@main`, `vlan10`; thousands of routes share a few gateways. */
function gatewayResolver(interfaces: Interfaces, known: RouteTable): ResolveGateway {
  const tablesWithLinks = new Set(known.filter(({ distance }) => distance === 0).map(({ table }) => table));
  const active = known.filter((route) => route.active);
  const found = new Map<string, readonly NextHop[]>();
  return (text, targetScope) => {
    const key = `${text} ${targetScope}`;
    const hops = found.get(key) ?? resolve(text, targetScope);
    found.set(key, hops);
    return hops;
  };

  function resolve(text: string, targetScope: number): readonly NextHop[] {
    const [target = '', tableName = 'main'] = text.split('@');
    const [address = '', name] = target.split('%');
    const link = interfaces.get(name ?? address);
    if (link && (name !== undefined || !parsePrefix(address))) {
      return link.running ? [{ interface: link.name, ...(name !== undefined && { gateway: address }) }] : [];
    }
    const host = parsePrefix(address);
    if (!host) return [];
    // Only `@` names another table than `main`, also for routes of a VRF (manual, vrf).
    const lookedUp = tablesWithLinks.has(tableName) ? tableName : 'main';
    const covering = active.filter(
      (route) => route.table === lookedUp && route.scope <= targetScope && containsPrefix(route.prefix, host),
    );
    const best = covering.sort((a, b) => b.prefix.length - a.prefix.length || a.distance - b.distance)[0];
    if (!best) return [];
    return best.hops.map((hop) => (hop.gateway === undefined ? { interface: hop.interface, gateway: address } : hop));
  }
}

/**
 * Per table and prefix the routes of the smallest distance; of several static ones with one distance all count
 * (ECMP).
 */
function chooseActive(routes: RouteTable): RouteTable {
  const best = new Map<string, number>();
  const keys = routes.map(
    ({ prefix: { family, base, length }, table }) => `${table} ${family} ${base.toString(36)}/${length}`,
  );
  for (const [index, key] of keys.entries()) {
    const route = routes[index];
    if (route?.active) best.set(key, Math.min(best.get(key) ?? 256, route.distance));
  }
  return routes.map((route, index) =>
    route.active && best.get(keys[index] ?? '') !== route.distance ? { ...route, active: false } : route,
  );
}
