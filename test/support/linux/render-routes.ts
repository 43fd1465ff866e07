// Routes, routing tables, rules and VRFs as lines for `ip -batch`.

import { type Item, propertyValue } from '../../../src/model/config.ts';
import { containsPrefix, type Prefix, parsePrefix, printPrefix } from '../../../src/model/prefix.ts';
import { type Address, interfaceIn, isThere } from './render-interfaces.ts';
import { enabled, isIpv6, notJudged, type Rendering, tableNumber } from './rendering.ts';

interface Hop {
  readonly interface: string;
  readonly via?: string;
}

interface Route {
  readonly table: string;
  readonly prefix: string;
  readonly distance: number;
  readonly scope: number;
  /** Undefined = blackhole. */
  readonly hops: readonly Hop[] | undefined;
}

/** How far a next hop is looked for behind others. */
const depthMax = 8;

export function routeLines(rendering: Rendering, addresses: readonly Address[], family: 4 | 6): readonly string[] {
  const vrfs = vrfsOf(rendering);
  const connected = addresses
    .filter((address) => address.family === family)
    .map(
      (address): Route => ({
        table: vrfs.get(address.interface) ?? 'main',
        prefix: address.network,
        distance: 0,
        scope: 10,
        hops: [{ interface: address.interface }],
      }),
    );
  const own = addresses
    .filter((address) => address.family === family && vrfs.has(address.interface))
    .map(
      ({ host, interface: name }) =>
        `route add local ${host} dev ${name} table ${tableNumber(rendering, vrfs.get(name) ?? 'main')}`,
    );
  const all = [...connected, ...staticRoutes(rendering, connected, family)];
  const gateways = all.flatMap(({ hops = [] }) => hops.flatMap(({ via }) => (via && parsePrefix(via)) || []));
  const routes = together(rendering, all).toSorted((a, b) => orderOf(a, gateways) - orderOf(b, gateways));
  return [...own, ...routes.map((route) => print(rendering, route))];
}

/** For IPv6 the kernel takes no next hop of a link that a more specific route of `main` has elsewhere by then. */
function orderOf({ table, prefix, distance, hops = [] }: Route, gateways: readonly Prefix[]): number {
  const parsed = parsePrefix(prefix);
  if (table !== 'main' || !parsed || distance === 0) return table === 'main' ? -1 : 0;
  if (!gateways.some((gateway) => containsPrefix(parsed, gateway))) return 0;
  // Of one prefix, the one that asks for no next hop comes last.
  return 1 + parsed.length + (hops.some(({ via }) => via !== undefined) ? 0 : 0.5);
}

/** Manual, routing-decision, "Multipath (ECMP) routes": those of one prefix and distance are one route. */
function together(rendering: Rendering, all: readonly Route[]): readonly Route[] {
  const groups = new Map<string, Route>();
  for (const route of all) {
    const key = `${route.table} ${route.prefix} ${route.distance}`;
    const known = groups.get(key);
    if (!known) groups.set(key, route);
    else if (known.hops && route.hops) {
      const isBare = [...known.hops, ...route.hops].some(({ via }) => via === undefined);
      if (isBare && isIpv6(route.prefix)) notJudged(rendering, 'IPv6 interfaces among next hops');
      const hops = [...known.hops, ...route.hops];
      const texts = hops.map((hop) => `${hop.interface} ${hop.via}`);
      groups.set(key, { ...known, hops: hops.filter((_, index) => texts.indexOf(texts[index] ?? '') === index) });
    } else if (known.hops !== route.hops) notJudged(rendering, 'routes of which some drop');
  }
  return [...groups.values()];
}

function print(rendering: Rendering, { table, prefix, distance, hops }: Route): string {
  const rest = `table ${tableNumber(rendering, table)} metric ${distance + 1}`;
  if (!hops) {
    rendering.constructs.add('route: blackhole');
    return `route add blackhole ${prefix} ${rest}`;
  }
  if (distance > 0) rendering.constructs.add(hops.length > 1 ? 'route: ECMP' : 'route: static');
  if (distance > 1) rendering.constructs.add('route: distance');
  if (distance > 0 && table !== 'main') rendering.constructs.add('route: of another table');
  const way = (hop: Hop) =>
    hop.via === undefined ? `dev ${hop.interface}` : `via ${hop.via} dev ${hop.interface} onlink`;
  const [only] = hops;
  if (hops.length === 1 && only) return `route add ${prefix} ${way(only)} ${rest}`;
  return `route add ${prefix} ${rest} ${hops.map((hop) => `nexthop ${way(hop)}`).join(' ')}`;
}

/** Manual, cli-reference/ip/route: `distance` 1, `scope` 30 and `target-scope` 10 unless set. */
function staticRoutes(rendering: Rendering, connected: readonly Route[], family: 4 | 6): readonly Route[] {
  const items = enabled(rendering, family === 4 ? '/ip/route' : '/ipv6/route');
  // RouterOS 6 names the table by `routing-mark`.
  const tableOf = (item: Item) => propertyValue(item, 'routing-table') ?? propertyValue(item, 'routing-mark') ?? 'main';
  const prefixOf = (item: Item) => {
    const parsed = parsePrefix(propertyValue(item, 'dst-address') ?? (family === 4 ? '0.0.0.0/0' : '::/0'));
    return parsed ? printPrefix(parsed) : '';
  };

  /** Manual, routing-decision, "Nexthop Lookup": through routes whose scope is no larger than the target scope. */
  function resolve(address: string, table: string, targetScope: number, depth: number): Hop | undefined {
    if (depth > depthMax) return undefined;
    const wanted = parsePrefix(address);
    const through = (prefix: string, scope: number, of: string) => {
      const parsed = parsePrefix(prefix);
      const suits = of === table && scope <= targetScope && parsed && wanted && containsPrefix(parsed, wanted);
      return suits ? parsed.length : -1;
    };
    let best: { readonly length: number; readonly distance: number; readonly hop: () => Hop | undefined } | undefined;
    const offer = (length: number, distance: number, hop: () => Hop | undefined) => {
      if (length < 0 || !hop()) return;
      if (!best || length > best.length || (length === best.length && distance < best.distance)) {
        best = { length, distance, hop };
      }
    };
    for (const route of connected) {
      offer(through(route.prefix, route.scope, route.table), 0, () =>
        route.hops?.[0] ? { interface: route.hops[0].interface, via: address } : undefined,
      );
    }
    for (const item of items) {
      const distance = Number(propertyValue(item, 'distance') ?? 1);
      const length = through(prefixOf(item), scopeOf(item), tableOf(item));
      if (length >= 0) rendering.constructs.add('route: recursive');
      offer(length, distance, () => {
        const hop = hopsOf(item, depth + 1)?.[0];
        return hop && { interface: hop.interface, via: hop.via ?? address };
      });
    }
    return best?.hop();
  }

  function hopsOf(item: Item, depth: number): readonly Hop[] | undefined {
    if (isBlackhole(item)) return undefined;
    return (propertyValue(item, 'gateway') ?? '').split(',').flatMap((gateway): readonly Hop[] => {
      const { own, address, named } = readGateway(rendering, gateway);
      if (own !== undefined) return [{ interface: own, ...(address !== undefined && { via: address }) }];
      if (address === undefined || isIpv6(address) !== (family === 6)) return [];
      // Manual, vrf, "Configuration": without a table of its own a gateway is resolved in `main`.
      const hop = resolve(address, named ?? 'main', targetScopeOf(item), depth);
      return hop ? [hop] : [];
    });
  }

  return items.flatMap((item): readonly Route[] => {
    const hops = hopsOf(item, 0);
    if (hops?.length === 0) {
      rendering.constructs.add('route: without a way');
      return [];
    }
    const distance = Number(propertyValue(item, 'distance') ?? 1);
    return [
      {
        table: tableOf(item),
        prefix: prefixOf(item),
        distance,
        scope: scopeOf(item),
        hops,
      },
    ];
  });
}

/** Manual, routing-decision, "Nexthop Lookup": one that is not greater than the target scope becomes greater by one. */
function scopeOf(item: Item): number {
  return Math.max(Number(propertyValue(item, 'scope') ?? 30), targetScopeOf(item) + 1);
}

function targetScopeOf(item: Item): number {
  return Number(propertyValue(item, 'target-scope') ?? 10);
}

/** `10.0.0.1`, `ether1`, `fe80::1%ether1`, each with `@TABLE` or without. */
function readGateway(rendering: Rendering, gateway: string) {
  const [text = '', named] = gateway.split('@');
  const own = interfaceIn(gateway);
  const [before, zone] = text.split('%');
  if (own === undefined) return { own, named, address: before };
  return isThere(rendering, own)
    ? { own, named, address: zone === undefined ? undefined : before }
    : { own: undefined, named, address: undefined };
}

/** A bare word has no value; `blackhole=no` is as if it were not there. */
function isBlackhole(item: Item): boolean {
  const flag = propertyValue(item, 'blackhole');
  return flag !== undefined && flag !== 'no';
}

/** By interface. */
export function vrfsOf(rendering: Rendering): ReadonlyMap<string, string> {
  return new Map(
    enabled(rendering, '/ip/vrf').flatMap((item) =>
      (propertyValue(item, 'interfaces') ?? '')
        .split(',')
        .map((name) => [name, propertyValue(item, 'name') ?? ''] as const),
    ),
  );
}

/**
 * Manual, routing-decision, "Routing table lookup": the table of the mark, the VRF and nothing after it, the device's
 * own addresses, routing rules, `main`.
 */
export function ruleLines(rendering: Rendering, family: 4 | 6): readonly string[] {
  const lines = ['rule del pref 0', 'rule del pref 32766'];
  if (family === 4) lines.push('rule del pref 32767');
  const add = (preference: number, words: string) => lines.push(`rule add pref ${preference} ${words}`);
  for (const [name, number] of rendering.tables.all()) {
    if (number > 0) add(100 + number, `fwmark ${number}/0xff lookup ${tableNumber(rendering, name)}`);
  }
  const vrfs = [...vrfsOf(rendering)];
  // Neighbours of a link are found on that link.
  if (vrfs.length > 0 && family === 6)
    ['fe80::/10', 'ff00::/8'].map((link, index) => add(198 + index, `to ${link} lookup 255`));
  vrfs.forEach(([name, table], index) => {
    rendering.constructs.add('VRF');
    add(200 + 2 * index, `iif ${name} lookup ${tableNumber(rendering, table)}`);
    add(201 + 2 * index, `iif ${name} unreachable`);
  });
  add(300, 'lookup 255');
  enabled(rendering, '/routing/rule').forEach((item, index) => {
    wordsOf(rendering, item, family).forEach((words, offset) => {
      add(400 + 2 * index + offset, words);
    });
  });
  add(32766, 'lookup 254');
  return lines;
}

/** Manual, routing-decision: what each action does; cli-reference/routing/rule: `min-prefix`. */
function wordsOf(rendering: Rendering, item: Item, family: 4 | 6): readonly string[] {
  const [source, destination] = [propertyValue(item, 'src-address'), propertyValue(item, 'dst-address')];
  if ([source, destination].some((text) => text !== undefined && isIpv6(text) !== (family === 6))) return [];
  const [mark, name] = [propertyValue(item, 'routing-mark'), propertyValue(item, 'interface')];
  const unknown = [...item.properties.keys()].filter((property) => !ruleProperties.has(property));
  for (const property of unknown) rendering.missing.add(`/routing/rule ${property}`);
  const selector = [
    source === undefined ? '' : `from ${source}`,
    destination === undefined ? '' : `to ${destination}`,
    name === undefined ? '' : `iif ${name}`,
    mark === undefined ? '' : `fwmark ${rendering.tables.of(mark)}/0xff`,
  ].join(' ');
  const action = propertyValue(item, 'action') ?? 'lookup';
  const minPrefix = propertyValue(item, 'min-prefix');
  rendering.constructs.add(`routing rule: ${action}`);
  if (minPrefix !== undefined) rendering.constructs.add('routing rule: min-prefix');
  if (action === 'drop') return [`${selector} blackhole`];
  if (action === 'unreachable') return [`${selector} unreachable`];
  const suppress = minPrefix === undefined ? '' : `suppress_prefixlength ${minPrefix}`;
  const lookup = `${selector} lookup ${tableNumber(rendering, propertyValue(item, 'table') ?? 'main')} ${suppress}`;
  return action === 'lookup-only-in-table' ? [lookup, `${selector} unreachable`] : [lookup];
}

const ruleProperties: ReadonlySet<string> = new Set([
  'action',
  'comment',
  'disabled',
  'dst-address',
  'interface',
  'min-prefix',
  'routing-mark',
  'src-address',
  'table',
]);
